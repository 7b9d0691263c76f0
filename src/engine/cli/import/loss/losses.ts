import type { Text } from '#engine/compiler/offense.ts';
import { LOSSES, type LossCode } from './words.ts';

/** Something of the document that the config cannot say, and what it says instead. */
export interface Loss {
  code: LossCode;
  /** The file of the document; '' is the document itself. */
  file: string;
  /** JSON Pointer into the file. */
  pointer: string;
  lost: Text;
  written: Text;
}

type Place = Pick<Loss, 'file' | 'pointer'>;

/** Longest text of the document that is repeated in a line. */
const LONGEST = 80;

const shortened = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** What was lost in one part of the document; the same of one place only once. */
export class Losses {
  readonly #found = new Map<string, Loss>();

  /** @param detail stands for `{}` in the words of the code */
  add(code: LossCode, { file, pointer }: Place, detail: string | Text = ''): void {
    const inner = typeof detail === 'string' ? { zh: detail, en: detail } : detail;
    const fill = ({ zh, en }: Text): Text => ({
      zh: zh.replaceAll('{}', () => shortened(inner.zh)),
      en: en.replaceAll('{}', () => shortened(inner.en)),
    });
    const { lost, written } = LOSSES[code];
    this.take({ code, file, pointer, lost: fill(lost), written: fill(written) });
  }

  take(...losses: readonly Loss[]): void {
    for (const loss of losses)
      this.#found.set(`${loss.code} ${loss.file}#${loss.pointer} ${loss.lost.en}`, loss);
  }

  list(): Loss[] {
    return [...this.#found.values()];
  }
}
