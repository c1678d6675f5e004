// Whoever has a program that talks to the far service can talk to an interview by changing its address.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { count, required, responses, World } from './world.mjs';

const UNDERSTOOD = 'The first winter I lost every hive because I had taken too much honey in September.';
const SOUND = fileURLToPath(new URL('../../realtime/tests/sounds/answer.wav', import.meta.url));
const GUARD = { timeout: 120_000 };
const TYPED = /box of bees in May 2011/;

let world;
before(async () => (world = await World.open([UNDERSTOOD])));
after(() => world?.close());

async function transcript(id) {
  return (await world.api('GET', `/v1/sessions/${id}`)).transcript;
}

/** What holds for all of them. */
async function check(run, session, refusals) {
  assert.deepEqual(run.invalid, []);
  assert.equal(run.code, 0, `the client failed after ${run.events.map((event) => event.type).join(' ')}`);
  assert.equal(run.events[0].type, 'session.created');
  const ids = run.events.map((event) => event.event_id);
  assert.equal(new Set(ids).size, ids.length, 'event ids are unique');
  const errors = run.events.filter((event) => event.type === 'error').map((event) => event.error.code);
  assert.deepEqual(new Set(errors), new Set(refusals));
  const [first, second] = responses(run.events);
  assert.match(first, /How did you come to keep bees\?/);
  assert.ok(second && second !== first, `the answer is answered: ${second}`);
  assert.ok(count(run.events, 'response.output_audio.delta') > 0, 'the interviewer was heard');
  const turns = await transcript(session.id);
  assert.equal(turns.filter((turn) => TYPED.test(turn.text)).length, 1, JSON.stringify(turns));
  return turns;
}

test('the official Python client types and speaks', GUARD, async () => {
  const session = await world.session();
  const run = await world.run([required('VIVA_TEST_PYTHON'), 'openai_python.py'], { URL: world.url, TOKEN: session.token, SOUND, UNDERSTOOD });
  const turns = await check(run, session, ['not_allowed']);
  assert.ok(turns.some((turn) => turn.text === UNDERSTOOD), JSON.stringify(turns));
});

test('the official Node client types, over TLS', GUARD, async () => {
  const session = await world.session();
  const { url, certificate } = await world.behindTls();
  const run = await world.run(['node', 'openai_node.mjs'], { URL: url, TOKEN: session.token, NODE_EXTRA_CA_CERTS: certificate });
  await check(run, session, ['not_allowed']);
  const updated = run.events.find((event) => event.type === 'session.updated');
  assert.equal(updated.session.instructions, '');
  assert.equal(updated.session.audio.output.speed, 0.75);
});

test('the official agents client types, and does not become the interviewer', GUARD, async () => {
  const session = await world.session();
  const run = await world.run(['node', 'agents_realtime.mjs'], { URL: world.url, TOKEN: session.token, SESSION: session.id });
  await check(run, session, ['not_allowed']);
});
