// The whole way of a writer and an expert: plan, room, desk, essay, follow-up; nothing but a browser and the server.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessibility, browser, page, picture, Studio } from './studio.mjs';

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
  writer = await page(await chromium.newContext());
  // Another browser, so that the owner's cookie is not there.
  expert = await page(await chromium.newContext({ permissions: ['microphone'] }));
});

after(async () => {
  await chromium?.close();
  await studio?.close();
});

async function looksRight(opened, name) {
  await picture(opened, name);
  assert.deepEqual(await accessibility(opened), [], name);
  assert.deepEqual(opened.problems, [], name);
}

/** The expert answers by hand and waits until the answer is part of the talk. */
async function answer(text) {
  await expert.getByRole('textbox', { name: 'Your answer' }).fill(text);
  await expert.keyboard.press('Enter');
  await expert.locator('details li.candidate', { hasText: text.slice(0, 40) }).waitFor({ state: 'attached' });
}

test('a topic becomes a plan that fits, is rehearsed and is turned into an invitation', async () => {
  await writer.goto(studio.url);
  await writer.getByRole('link', { name: 'Plan the first interview' }).click();
  await writer.getByLabel('Topic').fill('How a harbour pilot reads the water');
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
  await writer.getByRole('button', { name: /^Ask next/ }).last().click();
  await writer.getByText('pinned to be next').waitFor();
  await looksRight(writer, 'desk');
});

test('struck words disappear from both sides', async () => {
  await answer(STRUCK);
  await writer.locator('li.candidate', { hasText: 'My cousin Tomas' }).waitFor();
  await expert.getByRole('button', { name: 'Strike that', exact: true }).click();
  await writer.locator('li.candidate', { hasText: 'My cousin Tomas' }).waitFor({ state: 'detached' });
  await expert.locator('li.candidate', { hasText: 'My cousin Tomas' }).waitFor({ state: 'detached' });
});

test('a reload and a killed server lose nothing that was said', async () => {
  await answer(ANSWERS[1]);
  await studio.killAndRestart();
  await expert.reload();
  await expert.getByRole('button', { name: /Go on/ }).click();
  await expert.locator('details li.candidate', { hasText: 'a tanker lost its rudder' }).waitFor({ state: 'attached' });
  await answer(ANSWERS[2]);
  await writer.locator('li.candidate', { hasText: 'where the ship was' }).waitFor();
  // Lost connections are reported by the browser; they were meant here.
  writer.problems.length = 0;
  expert.problems.length = 0;
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
});

test('a join token opens its room and nothing of the studio', async () => {
  const { body } = await studio.api('POST', '/v1/sessions', { plan: { topic: 'Another talk', minutes: 5, sections: [{ title: 'One', questions: [{ text: 'How did it begin?' }] }] } });
  const stranger = await page(await chromium.newContext());
  await stranger.goto(`${studio.url}/room/${session}#${body.join_token}`);
  await stranger.getByRole('heading', { name: 'This link does not open a room' }).waitFor();
});
