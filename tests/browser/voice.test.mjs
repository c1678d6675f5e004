// The whole way by voice: a plan, a talk with sound from a microphone file through the browser, the server and a speech server and back,
// the desk, a killed server, two tabs, the essay, hearing a sentence, the follow-up.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { SpeechServer, writeMicrophone } from './speech.mjs';
import { browser, looksRight, page, Studio } from './studio.mjs';

const SPOKEN = [
  'I began with a box of bees that a neighbour gave me in May 2011, and I was terrified for a week.',
  'The first winter I lost every hive because I had taken too much honey in September.',
  'A hive tells you with its sound whether the queen is there, long before you see anything.',
];
let folder;
let speech;
let studio;
let chromium;
let writer;
let expert;
let link;
let session;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'viva-voice-'));
  const microphone = join(folder, 'microphone.wav');
  await writeMicrophone(microphone, 7, 3);
  speech = await SpeechServer.open(SPOKEN.slice(0, 2));
  studio = await Studio.open({ env: { VIVA_SPEECH_URL: speech.url } });
  chromium = await browser([`--use-file-for-fake-audio-capture=${microphone}`]);
  const context = await chromium.newContext();
  // A player is not part of the page; this is how a test hears where it begins.
  await context.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    globalThis.heardFrom = [];
    HTMLMediaElement.prototype.play = function () {
      globalThis.heardFrom.push(this.currentTime);
      return play.call(this);
    };
  });
  writer = await page(context);
  expert = await page(await chromium.newContext({ permissions: ['microphone'] }));
});

after(async () => {
  await chromium?.close();
  await studio?.close();
  speech?.close();
  await rm(folder, { recursive: true, force: true });
});

const view = async () => (await studio.api('GET', `/v1/sessions/${session}`)).body;
const answered = (text) => expert.locator('details li.candidate', { hasText: text }).waitFor({ state: 'attached' });

test('a plan is made and an invitation sent', async () => {
  await writer.goto(`${studio.url}/plans/new`);
  await writer.getByLabel('Topic').fill('Bees in the city');
  await writer.getByRole('button', { name: 'Make the plan' }).click();
  await writer.getByRole('button', { name: 'Create the interview' }).click();
  link = await writer.getByLabel('Join link').inputValue();
  session = /room\/([^#]+)#/.exec(link)[1];
  await writer.getByRole('link', { name: 'Go to the desk' }).click();
  await writer.getByText('Nobody has come yet').waitFor();
});

test('the interviewer speaks, and what the expert says becomes the transcript', async () => {
  await expert.goto(link);
  await expert.getByRole('button', { name: 'Try the microphone' }).click();
  await expert.getByRole('checkbox').check();
  await expert.getByRole('button', { name: 'Start the conversation' }).click();
  await expert.getByRole('button', { name: 'Mute' }).waitFor();
  await writer.locator('li.partial').first().waitFor();
  for (const text of SPOKEN.slice(0, 2)) await answered(text);
  await writer.locator('li.candidate', { hasText: SPOKEN[1] }).waitFor();
  const { transcript } = await view();
  assert.ok(speech.said[0].includes(transcript[0].text), 'the first question is spoken as it is written');
  const asked = transcript.filter((turn) => turn.speaker === 'interviewer').map((turn) => turn.text);
  assert.equal(new Set(asked).size, asked.length, `every question is spoken once: ${asked.join(' | ')}`);
  await looksRight(expert, 'room-voice');
  await looksRight(writer, 'desk-voice');
  const last = transcript.findLast((turn) => turn.speaker === 'candidate');
  assert.ok(last.end_ms > last.start_ms, 'a spoken turn takes time');
});

test('a server that is killed while somebody speaks comes back, and the talk goes on', async () => {
  writer.expectsLosses = true;
  expert.expectsLosses = true;
  await studio.killAndRestart();
  speech.understands.push(SPOKEN[2]);
  await answered(SPOKEN[2]);
  await writer.locator('li.candidate', { hasText: SPOKEN[2] }).waitFor();
  const { transcript } = await view();
  const said = transcript.filter((turn) => turn.speaker === 'candidate').map((turn) => turn.text);
  assert.deepEqual(said, SPOKEN, 'every answer is there once');
  const { events } = (await studio.api('GET', `/v1/sessions/${session}/events?limit=5000`)).body;
  const asked = events.filter(({ type }) => type === 'QUESTION_ASKED').map(({ payload }) => payload.question_id);
  assert.equal(new Set(asked).size, asked.length, 'nothing is asked twice');
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

test('after the talk a sentence of the essay is heard in the expert\'s own voice, from its second on', async () => {
  await expert.getByRole('button', { name: 'End', exact: true }).click();
  await expert.getByRole('button', { name: 'End it' }).click();
  await expert.getByRole('button', { name: 'Next', exact: true }).click();
  assert.deepEqual(expert.problems, []);
  await writer.getByRole('link', { name: 'Read the essay' }).click();
  await writer.getByRole('button', { name: 'Write the essay' }).click();
  const sentence = writer.locator('[data-sentence]', { hasText: /hive|bees/ }).first();
  const words = (await sentence.innerText()).trim();
  await sentence.click();
  await writer.getByRole('button', { name: 'Stop' }).waitFor();
  assert.ok(words.includes(await writer.locator('mark').first().innerText()), 'its words are marked in the turn');
  const { body } = await studio.api('GET', `/v1/sessions/${session}/essays/1.json`);
  const written = body.essay.paragraphs.flatMap(({ sentences }) => sentences).find(({ text }) => text === words);
  const [from] = await writer.evaluate(() => globalThis.heardFrom);
  assert.ok(Math.abs(from - written.sources[0].start_ms / 1000) < 0.1, `heard from second ${from}`);
  const heard = await studio.api('GET', `/v1/sessions/${session}/recording`);
  assert.equal(heard.status, 200, 'the recording can be fetched');
  await looksRight(writer, 'essay-heard');
});

test('one click starts the follow-up', async () => {
  await writer.getByRole('link', { name: 'Follow-up' }).click();
  await writer.getByRole('button', { name: /^Start this follow-up/ }).first().click();
  await writer.getByRole('link', { name: 'Go to the desk' }).click();
  await writer.getByText('Nobody has come yet').waitFor();
  assert.deepEqual(writer.problems, []);
});
