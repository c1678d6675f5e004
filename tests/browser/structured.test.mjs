// A structured interview in the browser: the candidate's screen and the reviewer's replay.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { browser, looksRight, page, Studio } from './studio.mjs';

const PLAN = {
  format: 'structured',
  topic: 'Machine learning engineer',
  minutes: 10,
  sections: [
    {
      title: 'Experience',
      goal: 'Tell us about a system you shipped.',
      minutes: 5,
      followup_cap: 2,
      minimum_words: 3,
      questions: [{ text: 'Walk me through a model you took to production.', priority: 1 }],
      dimensions: [{ id: 'metrics', priority: 1, cues: ['metric', 'latency', 'revenue'], followups: ['How did you know that it worked?'] }],
    },
    {
      title: 'Your questions',
      goal: 'What do you want to know from us?',
      minutes: 5,
      questions: [{ text: 'What would you like to ask us?', priority: 1 }],
      dimensions: [{ id: 'curiosity', priority: 2, cues: ['team', 'roadmap'], followups: ['What else?'] }],
    },
  ],
};

let studio;
let chromium;
let candidate;
let session;

before(async () => {
  studio = await Studio.open();
  chromium = await browser();
  candidate = await page(await chromium.newContext());
  const { body } = await studio.api('POST', '/v1/sessions', { plan: PLAN });
  session = body.id;
  await candidate.goto(body.join_url);
});

after(async () => {
  await chromium?.close();
  await studio?.close();
});

test('the candidate sees the section, its clock, what is to come, and may ask the assistant', async () => {
  await candidate.getByRole('button', { name: 'Start by typing' }).click();
  await candidate.getByRole('heading', { name: 'Tell us about a system you shipped.' }).waitFor();
  await candidate.getByText('Walk me through a model you took to production.').first().waitFor();
  assert.match(await candidate.getByRole('timer').innerText(), /^[0-5]:\d\d$/);
  await candidate.getByRole('listitem').filter({ hasText: 'Your questions' }).waitFor();
  await candidate.getByRole('textbox', { name: 'Ask the assistant' }).fill('What is latency?');
  await candidate.keyboard.press('Enter');
  await candidate.locator('.asked', { hasText: 'What is latency?' }).waitFor();
  await looksRight(candidate, 'structured');
});

test('an answer and "I am done" lead to the next section, and the end to the replay', async () => {
  await candidate.getByRole('textbox', { name: 'Your answer' }).fill('Latency fell by half, and revenue was the metric that moved.');
  await candidate.keyboard.press('Enter');
  await candidate.getByRole('heading', { name: 'What do you want to know from us?' }).or(candidate.locator('li.candidate').first()).first().waitFor({ state: 'attached' });
  const next = candidate.getByRole('heading', { name: 'What do you want to know from us?' });
  if (!(await next.isVisible())) await candidate.getByRole('button', { name: "I'm done with this part" }).click();
  await next.waitFor();
  await candidate.getByRole('button', { name: 'End', exact: true }).click();
  await candidate.getByRole('button', { name: 'End it' }).click();
  await candidate.getByRole('button', { name: 'Next', exact: true }).waitFor();
  assert.deepEqual(candidate.problems, []);
});

test('the reviewer goes back to any event and sees the state of that moment', async () => {
  const reviewer = await page(await chromium.newContext());
  await reviewer.goto(`${studio.url}/sessions/${session}/replay`);
  await reviewer.getByRole('button', { name: 'section started' }).first().click();
  await reviewer.locator('dd', { hasText: 'Tell us about a system you shipped.' }).waitFor();
  await reviewer.locator('dd', { hasText: 'live' }).waitFor();
  await looksRight(reviewer, 'structured-replay');
  await reviewer.getByRole('link', { name: 'Desk' }).click();
  await reviewer.getByText('metrics: covered').waitFor();
  await looksRight(reviewer, 'structured-desk');
});
