// A talk by voice: sound from a microphone file through the browser, the server and a speech server, and back.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { SpeechServer, writeMicrophone } from './speech.mjs';
import { accessibility, browser, page, picture, Studio } from './studio.mjs';

const SPOKEN = [
  'I began with a box of bees that a neighbour gave me in May 2011, and I was terrified for a week.',
  'The first winter I lost every hive because I had taken too much honey in September.',
  'A hive tells you with its sound whether the queen is there, long before you see anything.',
];
const PLAN = {
  topic: 'Bees in the city',
  minutes: 10,
  sections: [
    { title: 'Beginning', questions: [{ text: 'How did you come to keep bees?', priority: 1 }, { text: 'What went wrong in the first year?' }] },
    { title: 'Listening', questions: [{ text: 'What do you hear in a hive?' }, { text: 'What should people in the city know about bees?' }] },
  ],
};

let folder;
let speech;
let studio;
let chromium;
let expert;
let session;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'viva-voice-'));
  const microphone = join(folder, 'microphone.wav');
  await writeMicrophone(microphone, 7, 3);
  speech = await SpeechServer.open(SPOKEN);
  studio = await Studio.open({ env: { VIVA_SPEECH_URL: speech.url } });
  chromium = await browser([`--use-file-for-fake-audio-capture=${microphone}`]);
  expert = await page(await chromium.newContext({ permissions: ['microphone'] }));
  const { body } = await studio.api('POST', '/v1/sessions', { plan: PLAN });
  session = body.id;
  await expert.goto(body.join_url);
});

after(async () => {
  await chromium?.close();
  await studio?.close();
  speech?.close();
  await rm(folder, { recursive: true, force: true });
});

const view = async () => (await studio.api('GET', `/v1/sessions/${session}`)).body;

test('the interviewer speaks, and what the expert says becomes the transcript', async () => {
  await expert.getByRole('button', { name: 'Try the microphone' }).click();
  await expert.getByRole('checkbox').check();
  await expert.getByRole('button', { name: 'Start the conversation' }).click();
  await expert.getByRole('button', { name: 'Mute' }).waitFor();
  for (const text of SPOKEN.slice(0, 2)) {
    await expert.locator('details li.candidate', { hasText: text }).waitFor({ state: 'attached', timeout: 60_000 });
  }
  assert.match(speech.said[0], /How did you come to keep bees\?/);
  await picture(expert, 'room-voice');
  assert.deepEqual(await accessibility(expert), []);
  const spoken = (await view()).transcript.filter((turn) => turn.speaker === 'candidate');
  const last = spoken.at(-1);
  assert.ok(last.end_ms > last.start_ms, 'a spoken turn takes time');
});

test('the microphone can be turned off, and the room says so', async () => {
  await expert.getByRole('button', { name: 'Mute' }).click();
  await expert.getByText('Your microphone is off').waitFor();
  await expert.getByRole('button', { name: 'Unmute' }).waitFor();
});

test('a second tab takes the talk over, and the first stays away', async () => {
  const second = await page(expert.context());
  await second.goto(expert.url());
  await second.getByRole('button', { name: 'Try the microphone' }).click();
  await second.getByRole('button', { name: 'Go on' }).click();
  await expert.getByText('This conversation goes on in another tab.').waitFor();
  await second.getByRole('button', { name: 'Mute' }).waitFor();
  expert = second;
});

test('after the talk a sentence of the essay is heard in the expert\'s own voice', async () => {
  await expert.getByRole('button', { name: 'End', exact: true }).click();
  await expert.getByRole('button', { name: 'End it' }).click();
  await expert.getByRole('button', { name: 'Next', exact: true }).click();
  assert.deepEqual(expert.problems, []);
  const writer = await page(await chromium.newContext());
  await writer.goto(`${studio.url}/sessions/${session}/essay`);
  await writer.getByRole('button', { name: 'Write the essay' }).click();
  const asked = writer.waitForResponse((response) => response.url().endsWith(`/v1/sessions/${session}/recording`));
  await writer.locator('[data-sentence]').first().click();
  assert.ok((await asked).ok(), 'the recording can be fetched');
  await writer.getByRole('button', { name: 'Stop' }).waitFor();
  assert.deepEqual(writer.problems, []);
});
