// A small speech server on a real socket: it speaks with a recorded voice and understands what the test tells it to.
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';

const VOICE = new URL('../../realtime/tests/sounds/answer.wav', import.meta.url);
const HEADER_BYTES = 44;

/** The recorded voice between silences: a person who listens, says something, and does so again and again. */
export async function writeMicrophone(path, before_s, after_s) {
  const wav = await readFile(VOICE);
  const silence = (s) => Buffer.alloc(s * wav.readUInt32LE(28));
  const sound = Buffer.concat([wav.subarray(0, HEADER_BYTES), silence(before_s), wav.subarray(HEADER_BYTES), silence(after_s)]);
  sound.writeUInt32LE(sound.length - 8, 4);
  sound.writeUInt32LE(sound.length - HEADER_BYTES, HEADER_BYTES - 4);
  await writeFile(path, sound);
}

export class SpeechServer {
  said = [];
  heard = 0;

  static async open(understands) {
    const server = new SpeechServer();
    server.understands = [...understands];
    server.voice = await readFile(VOICE);
    server.http = createServer((request, response) => server.answer(request, response));
    server.http.listen(0, '127.0.0.1');
    await once(server.http, 'listening');
    server.url = `http://127.0.0.1:${server.http.address().port}/v1`;
    return server;
  }

  async answer(request, response) {
    const parts = [];
    for await (const part of request) parts.push(part);
    if (request.url === '/v1/audio/speech') {
      this.said.push(JSON.parse(Buffer.concat(parts).toString()).input);
      response.setHeader('content-type', 'audio/wav').end(this.voice);
    } else if (request.url === '/v1/audio/transcriptions') {
      this.heard++;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ text: this.understands.shift() ?? '' }));
    } else {
      response.setHeader('content-type', 'application/json').end('{"object":"list","data":[]}');
    }
  }

  close() {
    this.http.close();
    this.http.closeAllConnections();
  }
}
