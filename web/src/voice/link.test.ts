import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket as NodeSocket, WebSocketServer } from 'ws';
import { fromBase64, toBase64 } from '../audio/pcm';
import { FRAMES_KEPT_MAX, type LinkEvents, VoiceLink } from './link';

interface FarEnd {
  connection: NodeSocket;
  said: Record<string, unknown>[];
}

let far: WebSocketServer;
let ends: FarEnd[];
let log: string[];
let link: VoiceLink;
const audio: { item: string; pcm: Int16Array }[] = [];

const events: LinkEvents = {
  state: (state) => log.push(`state ${state}`),
  abilities: ({ hear, speak }) => log.push(`hears ${hear} speaks ${speak}`),
  view: (view) => log.push(`view ${view.cursor}`),
  notice: (level, message) => log.push(`${level}: ${message}`),
  audio: (item, pcm) => void audio.push({ item, pcm }),
  audioDone: () => log.push('audio done'),
  speechStarted: () => log.push('speech started'),
  speechStopped: () => log.push('speech stopped'),
  caption: (who, item, text, done) => log.push(`${who} ${item} ${text}${done ? ' .' : ''}`),
};

/** Waits for a condition without guessing how long it takes. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

const heardBy = (end: FarEnd | undefined) => end?.said.map((event) => fromBase64(String(event['audio']))[0]);
const tell = (end: FarEnd | undefined, event: object) => end?.connection.send(JSON.stringify(event));

beforeEach(async () => {
  ends = [];
  log = [];
  audio.length = 0;
  far = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: (offered) => [...offered][0] ?? false });
  await new Promise<void>((ready) => far.once('listening', ready));
  far.on('connection', (connection, request) => {
    log.push(`protocols ${request.headers['sec-websocket-protocol']}`);
    const end: FarEnd = { connection, said: [] };
    connection.on('message', (data) => end.said.push(JSON.parse(String(data)) as Record<string, unknown>));
    ends.push(end);
  });
  const url = `ws://127.0.0.1:${(far.address() as AddressInfo).port}/v1/realtime?session=s`;
  link = new VoiceLink(url, 'join', events, (at, protocols) => new NodeSocket(at, protocols) as unknown as WebSocket);
  link.connect();
  await until(() => ends.length === 1);
});

afterEach(() => {
  link.close();
  far.close();
});

it('carries the token as a subprotocol and is ready when the session is', async () => {
  expect(log).toContain('protocols realtime,openai-insecure-api-key.join');
  expect(link.isLive).toBe(false);
  tell(ends[0], { type: 'session.created' });
  await until(() => link.isLive);
});

it('tells the next far end what the one before may not have understood, and what was said in between, in order', async () => {
  link.microphone(Int16Array.from([1]));
  tell(ends[0], { type: 'session.created' });
  await until(() => ends[0]?.said.length === 1);
  ends[0]?.connection.terminate();
  await until(() => !link.isLive);
  link.microphone(Int16Array.from([2]));
  link.microphone(Int16Array.from([3]));
  await until(() => ends.length === 2);
  tell(ends[1], { type: 'session.created' });
  await until(() => (ends[1]?.said.length ?? 0) === 3);
  expect(heardBy(ends[0])).toEqual([1]);
  expect(heardBy(ends[1])).toEqual([1, 2, 3]);
  expect(log.filter((line) => line.startsWith('state'))).toEqual([
    'state connecting', 'state live', 'state reconnecting', 'state reconnecting', 'state live',
  ]);
});

it('repeats nothing whose words have come back', async () => {
  tell(ends[0], { type: 'session.created' });
  await until(() => link.isLive);
  tell(ends[0], { type: 'input_audio_buffer.speech_started', item_id: 'a' });
  await until(() => log.includes('speech started'));
  link.microphone(Int16Array.from([1]));
  tell(ends[0], { type: 'input_audio_buffer.speech_stopped', item_id: 'a' });
  await until(() => log.includes('speech stopped'));
  link.microphone(Int16Array.from([2]));
  tell(ends[0], { type: 'conversation.item.input_audio_transcription.completed', item_id: 'a', transcript: 'One.' });
  await until(() => log.includes('candidate a One. .'));
  ends[0]?.connection.terminate();
  await until(() => ends.length === 2);
  tell(ends[1], { type: 'session.created' });
  await until(() => (ends[1]?.said.length ?? 0) > 0);
  expect(heardBy(ends[1])).toEqual([2]);
});

it('keeps a bounded amount of speech', async () => {
  for (let i = 0; i < FRAMES_KEPT_MAX + 10; i++) link.microphone(Int16Array.from([i]));
  tell(ends[0], { type: 'session.created' });
  await until(() => (ends[0]?.said.length ?? 0) === FRAMES_KEPT_MAX);
  expect(fromBase64(String(ends[0]?.said[0]?.['audio']))[0]).toBe(10);
});

it('cancels and truncates at what was heard when the person interrupts', async () => {
  tell(ends[0], { type: 'session.created' });
  await until(() => link.isLive);
  link.played('item_1', 800);
  link.interrupted('item_1', 840);
  await until(() => ends[0]?.said.length === 3);
  expect(ends[0]?.said).toEqual([
    { type: 'viva.played', item_id: 'item_1', audio_end_ms: 800 },
    { type: 'response.cancel' },
    { type: 'conversation.item.truncate', item_id: 'item_1', content_index: 0, audio_end_ms: 840 },
  ]);
});

it('hands on audio, captions, views and notices, and is silent about harmless errors', async () => {
  tell(ends[0], { type: 'session.created' });
  tell(ends[0], { type: 'viva.state', view: { cursor: 7 } });
  tell(ends[0], { type: 'response.output_audio_transcript.delta', item_id: 'a', delta: 'How' });
  tell(ends[0], { type: 'response.output_audio.delta', item_id: 'a', delta: toBase64(Int16Array.from([5, 6])) });
  tell(ends[0], { type: 'input_audio_buffer.speech_started', item_id: 'b' });
  tell(ends[0], { type: 'error', error: { code: 'response_cancel_not_active', message: 'nothing to cancel' } });
  tell(ends[0], { type: 'an.event.of.tomorrow' });
  tell(ends[0], { type: 'viva.notice', level: 'warning', message: 'the voice is away' });
  await until(() => log.at(-1) === 'warning: the voice is away');
  expect(log.slice(4)).toEqual(['view 7', 'interviewer a How', 'speech started', 'warning: the voice is away']);
  expect(audio).toEqual([{ item: 'a', pcm: Int16Array.from([5, 6]) }]);
});

it('does not come back after it was closed', async () => {
  tell(ends[0], { type: 'session.created' });
  await until(() => link.isLive);
  link.close();
  link.connect();
  link.microphone(Int16Array.from([1]));
  expect(link.isLive).toBe(false);
  expect(log.at(-1)).toBe('state closed');
});

it('says what a far end without a speech engine cannot do', async () => {
  tell(ends[0], { type: 'session.created', session: { output_modalities: ['text'], audio: { input: { transcription: null } } } });
  await until(() => log.includes('state live'));
  expect(log).toContain('hears false speaks false');
  tell(ends[0], { type: 'response.output_text.done', item_id: 'i1', text: 'And then?' });
  await until(() => log.includes('interviewer i1 And then? .'));
});

it('stays away when another tab has taken the session', async () => {
  tell(ends[0], { type: 'session.created' });
  await until(() => log.includes('state live'));
  ends[0]?.connection.close(4409, 'another client has taken this session');
  await until(() => log.includes('state replaced'));
  link.connect();
  expect(log.at(-1)).toBe('state replaced');
  expect(ends.length).toBe(1);
});

it('takes a typed answer only while the far end is there', async () => {
  expect(link.typed('too early')).toBe(false);
  tell(ends[0], { type: 'session.created' });
  await until(() => log.includes('state live'));
  expect(link.typed('By the tide.')).toBe(true);
  await until(() => ends[0]?.said.length === 1);
  expect(ends[0]?.said[0]).toMatchObject({
    type: 'conversation.item.create',
    item: { role: 'user', content: [{ type: 'input_text', text: 'By the tide.' }] },
  });
});
