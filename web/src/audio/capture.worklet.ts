// On the audio thread: microphone blocks become 24 kHz frames, each with its loudness.
import { FRAME_SAMPLES, level, toPcm16, WIRE_RATE } from './pcm';
import { Framer, Resampler } from './resample';
import type { WorkletScope } from './worklet-scope';

const scope = globalThis as unknown as WorkletScope;

class Capture extends scope.AudioWorkletProcessor {
  private readonly resampler = new Resampler(scope.sampleRate, WIRE_RATE);
  private readonly framer = new Framer(FRAME_SAMPLES);

  process(inputs: Float32Array[][]): boolean {
    const block = inputs[0]?.[0];
    if (!block) return true;
    for (const frame of this.framer.push(this.resampler.push(block))) {
      const pcm = toPcm16(frame);
      this.port.postMessage({ pcm, level: level(frame) }, [pcm.buffer]);
    }
    return true;
  }
}

scope.registerProcessor('capture', Capture);
