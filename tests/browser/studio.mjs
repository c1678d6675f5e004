// A server of its own for each test, and a browser that looks at it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import { once } from 'node:events';
import { chromium } from 'playwright-core';

const require = createRequire(import.meta.url);
const binary = required('VIVA_TEST_BINARY');
const browserPath = required('VIVA_TEST_CHROMIUM');
const shots = process.env.VIVA_TEST_SHOTS ?? join(tmpdir(), 'viva-shots');

function required(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; run these tests with cargo xtask test`);
  return value;
}

/** A running `viva serve` on a data directory. `restart` keeps the data, `kill` is kill -9. */
export class Studio {
  static async open(options = {}) {
    const data = options.data ?? (await mkdtemp(join(tmpdir(), 'viva-browser-')));
    const studio = new Studio(data, options);
    await studio.start('127.0.0.1:0');
    return studio;
  }

  constructor(data, options) {
    this.data = data;
    this.env = options.env ?? {};
  }

  async start(addr) {
    const env = { ...process.env, ...this.env, VIVA_DATA: this.data };
    delete env.OPENAI_API_KEY;
    delete env.DISPLAY;
    this.process = spawn(binary, ['serve', '--addr', addr], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.log = '';
    this.process.stderr.on('data', (chunk) => (this.log += chunk));
    this.url = await new Promise((resolve, reject) => {
      let said = '';
      this.process.stdout.on('data', (chunk) => {
        said += chunk;
        const found = /listening on (http:\/\/\S+)/.exec(said);
        if (found) resolve(found[1]);
      });
      this.process.once('exit', (code) => reject(new Error(`viva serve ended with ${code}: ${this.log}`)));
    });
  }

  get address() {
    return new URL(this.url).host;
  }

  /** As a power cut would: nothing is said goodbye to. The server comes back at the same address. */
  async killAndRestart() {
    const { address } = this;
    this.process.removeAllListeners('exit');
    this.process.kill('SIGKILL');
    await once(this.process, 'exit');
    await this.start(address);
  }

  async close() {
    this.process.removeAllListeners('exit');
    if (this.process.exitCode === null) {
      this.process.kill('SIGTERM');
      const [code] = await once(this.process, 'exit');
      if (code !== 0) throw new Error(`viva serve ended with ${code} on SIGTERM: ${this.log}`);
    }
    await rm(this.data, { recursive: true, force: true });
  }

  async token() {
    return (await readFile(join(this.data, 'token'), 'utf8')).trim();
  }

  /** A call as the owner, without a browser. */
  async api(method, path, body) {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        authorization: `Bearer ${await this.token()}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, body: type.includes('json') && text ? JSON.parse(text) : text };
  }
}

export async function browser(args = []) {
  return chromium.launch({
    executablePath: browserPath,
    args: [
      '--no-sandbox',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
      ...args,
    ],
  });
}

/** The machine may be busy with something else; what takes longer than this does not come. */
const PATIENCE_MS = 120_000;

/** A page that fails the test when anything goes wrong in it. */
export async function page(context) {
  const opened = await context.newPage();
  opened.setDefaultTimeout(PATIENCE_MS);
  opened.problems = [];
  /** Set before a server is killed: the browser reports every connection that it loses. */
  opened.expectsLosses = false;
  opened.on('pageerror', (error) => opened.problems.push(String(error)));
  opened.on('console', (message) => {
    const lost = /net::ERR_/.test(message.text());
    if (message.type() === 'error' && !(lost && opened.expectsLosses)) opened.problems.push(`${message.text()} ${message.location().url}`);
  });
  return opened;
}

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

/** In light and dark, on a desktop and on a phone: keeps a picture, and finds nothing that runs out of the page or that somebody cannot read. */
export async function looksRight(opened, name) {
  await mkdir(shots, { recursive: true });
  for (const colorScheme of ['light', 'dark']) {
    await opened.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const [device, size] of Object.entries(SIZES)) {
      await opened.setViewportSize(size);
      const excess = await opened.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(excess <= 0, `${name} is ${excess} pixels too wide for a ${device}`);
      await opened.screenshot({ path: join(shots, `${name}-${device}-${colorScheme}.png`), fullPage: true });
    }
    await opened.setViewportSize(SIZES.desktop);
    assert.deepEqual(await accessibility(opened), [], `${name}, ${colorScheme}`);
  }
  await opened.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  assert.deepEqual(opened.problems, [], name);
}

/** What axe-core finds wrong, as lines that say where. */
async function accessibility(opened) {
  const source = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
  // Evaluated over the debugger, which the page's content security policy does not concern.
  await opened.evaluate(source);
  const { violations } = await opened.evaluate(() =>
    globalThis.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }),
  );
  return violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')}: ${node.failureSummary}`),
  );
}
