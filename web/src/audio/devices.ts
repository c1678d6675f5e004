// The microphone and the loudspeaker of this browser.
import captureUrl from './capture.worklet.ts?worker&url';
import type { Heard } from './jitter';
import playbackUrl from './playback.worklet.ts?worker&url';

export interface Played {
  heard: Heard | null;
  playing: boolean;
  level: number;
}

export const canCapture = (): boolean =>
  typeof AudioWorkletNode !== 'undefined' && navigator.mediaDevices !== undefined;

export async function microphones(): Promise<MediaDeviceInfo[]> {
  const all = await navigator.mediaDevices.enumerateDevices();
  return all.filter((device) => device.kind === 'audioinput' && device.deviceId !== '');
}

/** One audio context for both directions, so that the browser's echo cancellation knows what we play. */
export class Audio {
  private source: MediaStreamAudioSourceNode | null = null;
  private stream: MediaStream | null = null;
  private tickets = 0;
  private readonly clearing = new Map<number, (heard: Heard | null) => void>();
  onFrame: (pcm: Int16Array, level: number) => void = () => {};
  onPlayed: (played: Played) => void = () => {};
  /** The microphone was unplugged, or its permission taken back. */
  onSilenced: () => void = () => {};

  private constructor(
    private readonly context: AudioContext,
    private readonly capture: AudioWorkletNode,
    private readonly playback: AudioWorkletNode,
  ) {
    capture.port.onmessage = ({ data }: MessageEvent<{ pcm: Int16Array; level: number }>) => this.onFrame(data.pcm, data.level);
    playback.port.onmessage = ({ data }: MessageEvent<Played | { cleared: Heard | null; ticket: number }>) => {
      if ('ticket' in data) {
        this.clearing.get(data.ticket)?.(data.cleared);
        this.clearing.delete(data.ticket);
      } else {
        this.onPlayed(data);
      }
    };
  }

  /** To be called from a click: browsers keep a context silent until then. */
  static async open(): Promise<Audio> {
    const context = new AudioContext({ latencyHint: 'interactive' });
    await Promise.all([context.audioWorklet.addModule(captureUrl), context.audioWorklet.addModule(playbackUrl)]);
    const capture = new AudioWorkletNode(context, 'capture', { numberOfOutputs: 0, channelCount: 1, channelCountMode: 'explicit' });
    const playback = new AudioWorkletNode(context, 'playback', { numberOfInputs: 0, outputChannelCount: [1] });
    playback.connect(context.destination);
    await context.resume();
    return new Audio(context, capture, playback);
  }

  async listen(deviceId?: string): Promise<void> {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: {
        channelCount: 1,
        echoCancellation: true,
        noiseSuppression: true,
        autoGainControl: true,
        ...(deviceId ? { deviceId: { exact: deviceId } } : {}),
      },
    });
    this.hush();
    this.stream = stream;
    for (const track of stream.getAudioTracks()) track.onended = () => this.onSilenced();
    this.source = this.context.createMediaStreamSource(stream);
    this.source.connect(this.capture);
  }

  mute(muted: boolean): void {
    for (const track of this.stream?.getAudioTracks() ?? []) track.enabled = !muted;
  }

  play(item: string, pcm: Int16Array): void {
    this.playback.port.postMessage({ do: 'play', item, pcm }, [pcm.buffer]);
  }

  finish(): void {
    this.playback.port.postMessage({ do: 'finish' });
  }

  /** Silence from the next block on. Says what was cut short, and where. */
  clear(): Promise<Heard | null> {
    const ticket = ++this.tickets;
    const answer = new Promise<Heard | null>((resolve) => this.clearing.set(ticket, resolve));
    this.playback.port.postMessage({ do: 'clear', ticket });
    return answer;
  }

  /** A page that was out of sight, or a phone that took a call, has its sound stopped. */
  async resume(): Promise<void> {
    if (this.context.state !== 'closed' && this.context.state !== 'running') await this.context.resume();
  }

  private hush(): void {
    this.source?.disconnect();
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.source = null;
    this.stream = null;
  }

  async close(): Promise<void> {
    this.hush();
    if (this.context.state !== 'closed') await this.context.close();
  }
}
