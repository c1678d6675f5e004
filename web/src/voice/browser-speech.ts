// The browser's own voice and ears, for when the server has none.

interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: { resultIndex: number; results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }> }) => void) | null;
  onend: (() => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  start(): void;
  stop(): void;
}

type Maker = new () => Recognition;

function maker(): Maker | undefined {
  const scope = globalThis as { SpeechRecognition?: Maker; webkitSpeechRecognition?: Maker };
  return scope.SpeechRecognition ?? scope.webkitSpeechRecognition;
}

export const canRecognise = (): boolean => maker() !== undefined;
export const canSpeak = (): boolean => typeof speechSynthesis !== 'undefined';

/** Says the text; resolves when it was said, or could not be. */
export function say(text: string): Promise<void> {
  return new Promise((resolve) => {
    if (!canSpeak()) return resolve();
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = document.documentElement.lang || 'en';
    utterance.onend = () => resolve();
    utterance.onerror = () => resolve();
    speechSynthesis.speak(utterance);
  });
}

export function hush(): void {
  if (canSpeak()) speechSynthesis.cancel();
}

/** Listens until it is stopped. Browsers end a recognition after a silence; it is then begun again. */
export class Ears {
  private recognition: Recognition | null = null;
  private listening = false;

  constructor(
    private readonly onPartial: (text: string) => void,
    private readonly onSaid: (text: string) => void,
    private readonly onRefused: (reason: string) => void,
  ) {}

  start(): void {
    const Maker = maker();
    if (!Maker || this.listening) return;
    this.listening = true;
    const recognition = new Maker();
    this.recognition = recognition;
    recognition.lang = document.documentElement.lang || 'en';
    recognition.continuous = true;
    recognition.interimResults = true;
    recognition.onresult = (event) => {
      let partial = '';
      for (let i = event.resultIndex; i < event.results.length; i++) {
        const result = event.results[i];
        const text = result?.[0]?.transcript.trim() ?? '';
        if (result?.isFinal) this.onSaid(text);
        else partial += ` ${text}`;
      }
      this.onPartial(partial.trim());
    };
    recognition.onerror = ({ error }) => {
      if (error === 'no-speech' || error === 'aborted') return;
      this.listening = false;
      this.onRefused(error);
    };
    recognition.onend = () => {
      if (this.listening) recognition.start();
    };
    recognition.start();
  }

  stop(): void {
    this.listening = false;
    this.recognition?.stop();
    this.recognition = null;
  }
}
