// Pieces of recognised speech become answers: an answer ends when the person has been quiet for a while.

/** Longer than a pause for thought between two sentences. */
export const QUIET_MS = 2_600;

export class Answer {
  private pieces: string[] = [];
  private partial = '';
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly onChange: (text: string) => void,
    private readonly onFinished: (text: string) => void,
  ) {}

  get text(): string {
    return [...this.pieces, this.partial].filter(Boolean).join(' ');
  }

  heard(text: string): void {
    this.partial = '';
    if (text) this.pieces.push(text);
    this.changed();
  }

  hearing(partial: string): void {
    this.partial = partial;
    this.changed();
  }

  /** What was said so far is the answer. */
  finish(): void {
    clearTimeout(this.timer);
    const { text } = this;
    this.drop();
    if (text !== '') this.onFinished(text);
  }

  drop(): void {
    clearTimeout(this.timer);
    this.pieces = [];
    this.partial = '';
    this.onChange('');
  }

  private changed(): void {
    clearTimeout(this.timer);
    this.onChange(this.text);
    if (this.text !== '') this.timer = setTimeout(() => this.finish(), QUIET_MS);
  }
}
