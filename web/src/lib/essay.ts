// Essays as the pages need them: plain text, names for sentences, what writing is doing.
import type { Essay, Paragraph, Sentence } from './shapes';

/** Writing in steps, as the server tells them. */
export const STEP: Record<string, string> = {
  reading: 'Reading the last answers…',
  noting: 'Reading the last answers…',
  notes: 'Reading the last answers…',
  analysing: 'Looking for claims, themes and tensions…',
  writing: 'Writing…',
  checking: 'Checking every quotation…',
};

/** As a person would paste it into a letter: no marks, a blank line between paragraphs. */
export function plainText(essay: Essay): string {
  const blocks = [essay.title, ...(essay.subtitle ? [essay.subtitle] : [])];
  for (const paragraph of essay.paragraphs) {
    if (paragraph.heading) blocks.push(paragraph.heading);
    if (paragraph.pull_quote) blocks.push(`“${bare(paragraph.pull_quote.text)}”`);
    if (paragraph.sentences.length > 0) blocks.push(paragraph.sentences.map(({ text }) => text.trim()).join(' '));
  }
  return `${blocks.join('\n\n')}\n`;
}

/** Without the quotation marks that the page sets itself. */
export function bare(text: string): string {
  return text.trim().replace(/^["“]|["”]$/g, '');
}

export interface Placed {
  key: string;
  sentence: Sentence;
}

/** Every sentence with a name by which the page finds it again. */
export function placed(paragraph: Paragraph, at: number): Placed[] {
  return paragraph.sentences.map((sentence, n) => ({ key: `${at}.${n}`, sentence }));
}

export interface Tally {
  quoted: number;
  paraphrased: number;
  bridging: number;
  words: number;
}

export function tally(essay: Essay): Tally {
  const sum: Tally = { quoted: 0, paraphrased: 0, bridging: 0, words: 0 };
  for (const { grade, text } of essay.paragraphs.flatMap(({ sentences }) => sentences)) {
    sum[grade]++;
    sum.words += text.split(/\s+/).filter(Boolean).length;
  }
  return sum;
}
