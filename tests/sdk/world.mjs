// The real server with a voice that can be heard, and the clients of others as programs of their own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createServer } from 'node:tls';
import Ajv from 'ajv/dist/2020.js';
import selfsigned from 'selfsigned';
import { SpeechServer } from '../browser/speech.mjs';

const SCHEMA = new URL('../../realtime/tests/realtime-events.schema.json', import.meta.url);
const PLAN = {
  topic: 'Bees in the city',
  minutes: 10,
  sections: [
    { title: 'Beginning', questions: [{ text: 'How did you come to keep bees?', priority: 1 }, { text: 'What went wrong in the first year?' }] },
    { title: 'Listening', questions: [{ text: 'What do you hear in a hive?' }, { text: 'What should people in the city know about bees?' }] },
  ],
};

export function required(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; run these tests with cargo xtask test sdk`);
  return value;
}

export class World {
  /** `understands` are the words that the speech server finds in whatever it is given. */
  static async open(understands) {
    const world = new World();
    world.folder = await mkdtemp(join(tmpdir(), 'viva-sdk-'));
    world.speech = await SpeechServer.open(understands);
    const env = { ...process.env, VIVA_DATA: join(world.folder, 'data'), VIVA_SPEECH_URL: world.speech.url };
    delete env.OPENAI_API_KEY;
    delete env.OPENAI_BASE_URL;
    world.server = spawn(required('VIVA_TEST_BINARY'), ['serve', '--addr', '127.0.0.1:0'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const line of createInterface({ input: world.server.stdout })) {
      const found = /listening on (http:\/\/\S+)/.exec(line);
      if (found) {
        world.url = found[1];
        break;
      }
    }
    const token = await readFile(join(env.VIVA_DATA, 'token'), 'utf8');
    world.token = token.trim();
    const validator = new Ajv({ strict: false, allErrors: true });
    validator.addSchema(JSON.parse(await readFile(SCHEMA, 'utf8')), 'events');
    world.isValid = validator.getSchema('events#/$defs/ServerEvent');
    world.explain = () => validator.errorsText(world.isValid.errors);
    return world;
  }

  async close() {
    this.tls?.close();
    this.speech.close();
    this.server.kill('SIGTERM');
    const [code] = this.server.exitCode === null ? await once(this.server, 'exit') : [this.server.exitCode];
    await rm(this.folder, { recursive: true, force: true });
    if (code !== 0) throw new Error(`viva serve ended with ${code} on SIGTERM`);
  }

  async api(method, path, body) {
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' };
    const answer = await fetch(this.url + path, { method, headers, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  /** A session that nobody has started, and the key of its participant. */
  async session() {
    const { id, join_token: token } = await this.api('POST', '/v1/sessions', { plan: PLAN });
    return { id, token };
  }

  /** The server behind TLS, for the client that speaks nothing else. The certificate is made for this run. */
  async behindTls() {
    const made = selfsigned.generate([{ name: 'commonName', value: 'localhost' }], {
      days: 1,
      keySize: 2048,
      algorithm: 'sha256',
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
    });
    const certificate = join(this.folder, 'certificate.pem');
    await writeFile(certificate, made.cert);
    const { hostname, port } = new URL(this.url);
    this.tls = createServer({ cert: made.cert, key: made.private }, (secure) => {
      const plain = connect(Number(port), hostname);
      for (const end of [secure, plain]) end.on('error', () => (secure.destroy(), plain.destroy()));
      secure.pipe(plain).pipe(secure);
    });
    this.tls.listen(0, 'localhost');
    await once(this.tls, 'listening');
    return { url: `https://localhost:${this.tls.address().port}`, certificate };
  }

  /** Runs a client to its end. It prints each event it was sent as a line; every one of them has to be valid. */
  async run(command, env) {
    const client = spawn(command[0], command.slice(1), { cwd: import.meta.dirname, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(client, 'exit');
    const events = [];
    for await (const line of createInterface({ input: client.stdout })) events.push(JSON.parse(line));
    const [code] = await ended;
    const invalid = events
      .filter((event) => !event.type.startsWith('viva.') && !this.isValid(event))
      .map((event) => `${event.type}: ${this.isValid(event) || this.explain()}\n${JSON.stringify(event)}`);
    return { code, events, invalid };
  }
}

/** The words a client was told, response by response. */
export function responses(events) {
  return events.filter((event) => event.type === 'response.done').map((event) => event.response.output[0]?.content[0]?.transcript);
}

export function count(events, type) {
  return events.filter((event) => event.type === type).length;
}
