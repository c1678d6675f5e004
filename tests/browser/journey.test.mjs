// The whole way of a writer and an expert: plan, room, desk, essay, follow-up; nothing but a browser and the server.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { browser, looksRight, page, Studio } from './studio.mjs';

const ANSWERS = [
  'I came to piloting because my father was a fisherman and I grew up on the estuary. When I was nine he let me steer at night. I remember that the water had a sound before the bank.',
  'The hardest decision was in January 2014, when a tanker lost its rudder in the narrow channel. I ordered both tugs to push against the tide. You never fight the tide, you borrow it.',
  'Most people believe that the instruments tell you where the ship is. I think the instruments tell you where the ship was.',
];
const STRUCK = 'My cousin Tomas was drunk that night.';

let studio;
let chromium;
let writer;
let expert;
let session;

before(async () => {
  studio = await Studio.open();
  chromium = await browser();
  writer = await page(await chromium.newContext({ permissions: ['clipboard-read', 'clipboard-write'] }));
  // Another browser, so that the owner's cookie is not there.
  expert = await page(await chromium.newContext({ permissions: ['microphone'] }));
});

after(async () => {
  await chromium?.close();
  await studio?.close();
});

/** The expert answers by hand and waits until the answer is part of the talk. */
async function answer(text) {
  await expert.getByRole('textbox', { name: 'Your answer' }).fill(text);
  await expert.keyboard.press('Enter');
  await expert.locator('details li.candidate', { hasText: text.slice(0, 40) }).waitFor({ state: 'attached' });
}

test('a topic becomes a plan that fits, is rehearsed and is turned into an invitation', async () => {
  await writer.goto(studio.url);
  const banner = writer.getByRole('complementary', { name: 'What is built in' });
  await banner.getByText('the interviewer, the notes and the writer are built in').waitFor();
  await banner.getByText('How to connect a model').click();
  await banner.getByText('OPENAI_API_KEY').waitFor();
  await looksRight(writer, 'library-empty');
  await writer.getByRole('link', { name: 'Plan the first interview' }).click();
  await writer.getByLabel('Topic').fill('How a harbour pilot reads the water');
  await looksRight(writer, 'plan-new');
  await writer.getByRole('button', { name: 'Make the plan' }).click();
  await writer.getByText('The must-ask questions fit').waitFor();
  await writer.getByRole('button', { name: 'Rehearse the plan' }).click();
  await writer.getByText('Asked on average').waitFor();
  await writer.getByRole('button', { name: 'Create the interview' }).click();
  const link = await writer.getByLabel('Join link').inputValue();
  session = /room\/([^#]+)#/.exec(link)[1];
  await looksRight(writer, 'plan');
  await expert.goto(link);
  await expert.getByRole('heading', { name: 'How a harbour pilot reads the water' }).waitFor();
});

test('questions are moved by key and by hand, and a plan that does not fit says so', async () => {
  const words = (n) => writer.getByRole('textbox', { name: `Question ${n}`, exact: true }).first();
  const handle = (n) => writer.getByRole('button', { name: `Question ${n}: drag, or move with the arrow keys` }).first();
  const [first, second] = [await words(1).inputValue(), await words(2).inputValue()];
  await handle(1).press('ArrowDown');
  assert.deepEqual([await words(1).inputValue(), await words(2).inputValue()], [second, first]);
  await handle(2).dragTo(words(1), { targetPosition: { x: 5, y: 2 } });
  assert.deepEqual([await words(1).inputValue(), await words(2).inputValue()], [first, second]);
  const minutes = writer.getByRole('spinbutton', { name: 'Minutes' });
  await minutes.fill('1');
  await writer.getByText(/more than there is/).waitFor();
  await writer.getByText('Not saved yet, because:').waitFor();
  // The server has refused it, and the browser reports every refusal.
  writer.problems.length = 0;
  await minutes.fill('14');
  await writer.getByText('All changes are saved').waitFor();
  await writer.getByText('The must-ask questions fit').waitFor();
});

test('the expert is heard by the microphone check, agrees to be recorded, and begins by typing', async () => {
  await expert.getByRole('button', { name: 'Try the microphone' }).click();
  await expert.getByText('We hear you.').waitFor();
  await expert.getByRole('checkbox').check();
  await looksRight(expert, 'room-check');
  await expert.getByRole('button', { name: 'Type instead' }).click();
  await expert.getByRole('textbox', { name: 'Your answer' }).waitFor();
  const { body } = await studio.api('GET', `/v1/sessions/${session}`);
  assert.equal(body.status, 'IN_PROGRESS');
  assert.equal(body.recording_consent, true);
});

test('the desk shows answers as they come, and a pinned question is asked next', async () => {
  await writer.goto(`${studio.url}/sessions/${session}`);
  await answer(ANSWERS[0]);
  await writer.locator('li.candidate', { hasText: 'I grew up on the estuary' }).waitFor();
  const last = writer.getByRole('button', { name: /^Ask next/ }).last();
  const question = (await last.getAttribute('aria-label')).replace('Ask next: ', '');
  await last.click();
  await writer.getByText('pinned to be next').waitFor();
  await looksRight(writer, 'desk');
  await answer(ANSWERS[1]);
  await expert.locator('.question', { hasText: question }).waitFor();
});

test('the writer takes a question out and gives more time', async () => {
  const out = writer.getByRole('button', { name: /^Take out/ }).first();
  const question = (await out.getAttribute('aria-label')).replace('Take out: ', '');
  await out.click();
  await writer.locator('li.withdrawn', { hasText: question }).waitFor();
  const { body: before } = await studio.api('GET', `/v1/sessions/${session}`);
  await writer.getByRole('button', { name: 'Give 5 more minutes' }).click();
  await writer.getByRole('button', { name: 'Give 5 more minutes' }).isEnabled();
  await expert.getByText(/about 1[89] minutes left/).waitFor();
  const { body: after } = await studio.api('GET', `/v1/sessions/${session}`);
  assert.ok(after.time_remaining_ms > before.time_remaining_ms);
});

test('struck words disappear from both sides', async () => {
  await answer(STRUCK);
  await writer.locator('li.candidate', { hasText: 'My cousin Tomas' }).waitFor();
  await expert.getByRole('button', { name: 'Strike that', exact: true }).click();
  await writer.locator('li.candidate', { hasText: 'My cousin Tomas' }).waitFor({ state: 'detached' });
  await expert.locator('li.candidate', { hasText: 'My cousin Tomas' }).waitFor({ state: 'detached' });
});

test('a reload and a killed server lose nothing that was said', async () => {
  writer.expectsLosses = true;
  expert.expectsLosses = true;
  await studio.killAndRestart();
  await expert.reload();
  await expert.getByRole('button', { name: /Go on/ }).click();
  await expert.locator('details li.candidate', { hasText: 'a tanker lost its rudder' }).waitFor({ state: 'attached' });
  await answer(ANSWERS[2]);
  await writer.locator('li.candidate', { hasText: 'where the ship was' }).waitFor();
  await looksRight(expert, 'room');
});

test('after the end the room offers what is next, and nothing more', async () => {
  await expert.getByRole('button', { name: 'End', exact: true }).click();
  await expert.getByRole('button', { name: 'End it' }).click();
  await expert.getByRole('button', { name: 'Next', exact: true }).click();
  await expert.getByRole('heading', { name: 'Thank you.' }).waitFor();
  await looksRight(expert, 'room-over');
});

test('the essay is written, and each sentence shows the turn it stands on', async () => {
  await writer.getByRole('link', { name: 'Read the essay' }).click();
  await writer.getByRole('button', { name: 'Write the essay' }).click();
  const sentence = writer.locator('[data-sentence]', { hasText: 'borrow it' }).first();
  await sentence.click();
  await writer.locator('figure blockquote', { hasText: 'The hardest decision was in January 2014' }).waitFor();
  await writer.getByLabel('Show it in the text').check();
  const text = await writer.locator('article').innerText();
  assert.ok(!text.includes('Tomas'), 'struck words are in the essay');
  await looksRight(writer, 'essay');
});

test('an edit is a new version whose difference can be seen', async () => {
  await writer.getByRole('button', { name: 'Edit the essay' }).click();
  const box = writer.getByRole('textbox', { name: /^The essay/ });
  await box.press('Control+End');
  await box.pressSequentially('\n\nA sentence of my own.');
  await writer.getByRole('button', { name: 'Save as a new version' }).click();
  await writer.locator('[data-sentence]', { hasText: 'A sentence of my own.' }).waitFor();
  await writer.getByLabel('Show what changed').check();
  assert.match(await writer.locator('ins').last().innerText(), /A sentence of my own\./);
});

test('the essay can be told in another style, and copied without marks', async () => {
  await writer.getByRole('button', { name: /^Punchy/ }).click();
  await writer.locator('button[aria-pressed=true]', { hasText: 'Punchy' }).waitFor();
  await writer.getByText(/^Punchy.*not written yet/).waitFor({ state: 'detached' });
  await writer.getByRole('button', { name: 'Copy as plain text' }).click();
  await writer.getByText('Copied.').waitFor();
  const copied = await writer.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /borrow it/);
  assert.doesNotMatch(copied, /[#*]/);
});

test('every format of the essay can be downloaded', async () => {
  for (const name of ['Word', 'PDF', 'EPUB', 'Web page', 'Markdown']) {
    const [download] = await Promise.all([writer.waitForEvent('download'), writer.getByRole('link', { name, exact: true }).click()]);
    assert.equal(await download.failure(), null, name);
  }
});

test('analysis and follow-up lead to the next conversation, which stands under its origin', async () => {
  await writer.getByRole('link', { name: 'Analysis' }).click();
  await writer.locator('.finding').first().click();
  await writer.locator('figure blockquote').first().waitFor();
  await looksRight(writer, 'analysis');
  await writer.getByRole('link', { name: 'Follow-up' }).click();
  await writer.getByRole('button', { name: /^Start this follow-up/ }).first().click();
  await writer.getByRole('heading', { name: 'The follow-up is ready' }).waitFor();
  await looksRight(writer, 'follow-up');
  await writer.getByRole('link', { name: 'Replay' }).click();
  await writer.getByRole('button', { name: 'One event back' }).click();
  await writer.getByText('Said so far').waitFor();
  await looksRight(writer, 'replay');
  await writer.getByRole('link', { name: 'Library', exact: true }).click();
  await writer.locator('li.deeper').waitFor();
  await looksRight(writer, 'library');
  await writer.getByPlaceholder('Search by topic').fill('harbour');
  await writer.getByRole('link', { name: /How a harbour pilot reads the water.*finished/ }).waitFor();
});

test('a transcript from elsewhere becomes an essay', async () => {
  const talk = 'Interviewer: How did you come to the sea?\n\nGuest: I went to sea at sixteen because there was no work in the village. My first ship carried salt to Norway in the winter of 1961.\n\nInterviewer: What did you learn?\n\nGuest: I learned that the cook decides whether a crew is happy. Nobody on land believes that.\n';
  await writer.getByLabel('Import a transcript').setInputFiles({ name: 'talk.txt', mimeType: 'text/plain', buffer: Buffer.from(talk) });
  await writer.getByRole('button', { name: 'Write the essay' }).click();
  await writer.locator('[data-sentence]', { hasText: 'carried salt to Norway' }).first().waitFor();
});

test('a join token opens its room and nothing of the studio', async () => {
  const { body } = await studio.api('POST', '/v1/sessions', { plan: { topic: 'Another talk', minutes: 5, sections: [{ title: 'One', questions: [{ text: 'How did it begin?' }] }] } });
  const stranger = await page(await chromium.newContext());
  await stranger.goto(body.join_url);
  await stranger.getByRole('heading', { name: 'Another talk' }).waitFor();
  const answered = (token, path, method = 'GET') =>
    stranger.evaluate(
      async ([authorization, at, by]) => (await fetch(at, { method: by, headers: authorization ? { authorization } : {} })).status,
      [token && `Bearer ${token}`, path, method],
    );
  const own = `/v1/sessions/${body.id}`;
  assert.equal(await answered(body.join_token, own), 200);
  assert.equal(await answered('', own), 401, 'a room gives its guest no key of the owner');
  assert.equal(await answered('made-up', own), 401);
  stranger.problems.length = 0;
  const closed = ['/v1/sessions', '/v1/plans', '/v1/config', `/v1/sessions/${session}`, `${own}/events`, `${own}/essays`, `${own}/analysis`, `${own}/bundle.zip`, `${own}/recording`];
  for (const path of closed) assert.equal(await answered(body.join_token, path), 403, path);
  for (const path of [`${own}/essays`, `${own}/extend`, `${own}/follow-ups`]) assert.equal(await answered(body.join_token, path, 'POST'), 403, path);
  const seen = await stranger.evaluate(async ([at, token]) => (await fetch(at, { headers: { authorization: `Bearer ${token}` } })).json(), [own, body.join_token]);
  for (const field of ['notes', 'research', 'decision', 'coverage', 'cost', 'activity']) assert.ok(!(field in seen), `${field} is the writer's`);
  const lost = await page(await chromium.newContext());
  await lost.goto(`${studio.url}/room/${session}#${body.join_token}`);
  await lost.getByRole('heading', { name: 'This link does not open a room' }).waitFor();
  lost.problems.length = 0;
  await looksRight(lost, 'room-refused');
});
