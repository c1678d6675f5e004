// On the audio thread: plays what arrives, stops within one block, and says what was heard.
import { JitterBuffer } from './jitter';
import { fromPcm16, level, WIRE_RATE } from './pcm';
import { Resampler } from './resample';
import type { WorkletScope } from './worklet-scope';

const scope = globalThis as unknown as WorkletScope;

const CUSHION_MS = 120;
const MOST_S = 180;
const REPORT_EVERY_MS = 100;

type Order =
  | { do: 'play'; item: string; pcm: Int16Array }
  | { do: 'finish' }
  | { do: 'clear'; ticket: number };

class Playback extends scope.AudioWorkletProcessor {
  private readonly buffer = new JitterBuffer(scope.sampleRate, (scope.sampleRate * CUSHION_MS) / 1000, scope.sampleRate * MOST_S);
  private resampler = new Resampler(WIRE_RATE, scope.sampleRate);
  private item = '';
  private sinceReport = 0;
  private wasPlaying = false;

  constructor() {
    super();
    this.port.onmessage = (message: MessageEvent<Order>) => this.obey(message.data);
  }

  private obey(order: Order): void {
    if (order.do === 'play') {
      if (order.item !== this.item) {
        this.item = order.item;
        this.resampler = new Resampler(WIRE_RATE, scope.sampleRate);
      }
      this.buffer.push(order.item, this.resampler.push(fromPcm16(order.pcm)));
    } else if (order.do === 'finish') {
      this.buffer.finish();
    } else {
      this.port.postMessage({ cleared: this.buffer.clear(), ticket: order.ticket });
    }
  }

  process(_: Float32Array[][], outputs: Float32Array[][]): boolean {
    const channels = outputs[0];
    const out = channels?.[0];
    if (!channels || !out) return true;
    this.buffer.pull(out);
    for (const other of channels.slice(1)) other.set(out);
    this.sinceReport += out.length;
    const playing = this.buffer.isPlaying;
    if (playing !== this.wasPlaying || (playing && this.sinceReport * 1000 >= REPORT_EVERY_MS * scope.sampleRate)) {
      this.sinceReport = 0;
      this.wasPlaying = playing;
      this.port.postMessage({ heard: this.buffer.heard(), playing, level: level(out) });
    }
    return true;
  }
}

scope.registerProcessor('playback', Playback);
