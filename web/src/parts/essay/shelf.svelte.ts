// The essays of one session: which there are, which one is open, and how a new one or a new version comes about.
import { inWords, owner } from '../../lib/api';
import type { EssayListing, EssayVersion, Style } from '../../lib/shapes';
import { followWork } from '../../lib/work';

export class Shelf {
  listings = $state.raw<EssayListing[]>([]);
  open = $state.raw<EssayVersion | null>(null);
  style = $state<Style>('standard');
  step = $state('');
  writing = $state(false);
  trouble = $state('');
  /** The session is not over, so there is nothing to write yet. */
  early = $state(false);
  private readonly base: string;

  constructor(session: string) {
    this.base = `/v1/sessions/${session}/essays`;
  }

  get listing(): EssayListing | undefined {
    return this.listings.find(({ number }) => number === this.open?.number);
  }

  /** Opens the newest essay, or writes the first. */
  async begin(over: boolean): Promise<void> {
    this.early = !over;
    if (!over) return;
    await this.attempt(async () => {
      await this.list();
      const newest = this.listings.at(-1);
      if (newest) await this.show(newest.number);
    });
  }

  async choose(style: Style): Promise<void> {
    this.style = style;
    const written = this.listings.findLast((listing) => listing.style === style);
    if (written) await this.attempt(() => this.show(written.number));
    else await this.write(style);
  }

  /** Without a style, in the one that was wished for when the session was made. */
  async write(style?: Style): Promise<void> {
    if (this.writing) return;
    this.writing = true;
    this.step = '';
    await this.attempt(async () => {
      const response = await owner.send(this.base, { ...owner.withBody('POST', style ? { style } : {}), accept: 'text/event-stream' });
      const written = await followWork<EssayVersion>(response, 'essay', (step) => (this.step = step));
      await this.list();
      await this.show(written.number);
    });
    this.writing = false;
  }

  async show(number: number, version?: number): Promise<void> {
    const which = version === undefined ? '' : `?version=${version}`;
    this.open = await owner.get<EssayVersion>(`${this.base}/${number}.json${which}`);
    this.style = this.open.essay.style;
  }

  async markdown(number: number, version: number): Promise<string> {
    const response = await owner.send(`${this.base}/${number}.md?version=${version}`, { accept: 'text/markdown' });
    return response.text();
  }

  /** The writer's text becomes a new version. */
  async save(markdown: string): Promise<boolean> {
    const { open } = this;
    if (!open) return false;
    return this.attempt(async () => {
      const kept = await owner.put<EssayVersion>(`${this.base}/${open.number}`, { markdown });
      await this.list();
      await this.show(kept.number);
    });
  }

  file(format: string): string {
    return this.open ? `${this.base}/${this.open.number}.${format}?version=${this.open.version}` : '';
  }

  async attempt(what: () => Promise<unknown>): Promise<boolean> {
    this.trouble = '';
    try {
      await what();
      return true;
    } catch (error) {
      this.trouble = inWords(error);
      return false;
    }
  }

  private async list(): Promise<void> {
    this.listings = (await owner.get<{ essays: EssayListing[] }>(this.base)).essays;
  }
}
