import type { ErrorPayload } from 'vite';
import type { Offense } from '#engine/compiler/offense.ts';
import type { Language } from '../language.ts';
import type { AnswerFault } from './answer-faults.ts';

export const PLUGIN = 'storewright';

const TIP = {
  zh: '改好并保存，这个窗口会自己消失；也可以按 Esc 或点窗口外面先关掉它。',
  en: 'Mend it and save: this window goes away by itself. Esc or a click outside closes it for now.',
};

/** How the overlay goes away, over Vite's own words, which are of code and its config: a part that can be styled. */
export const overlayStyle = (lang: Language): string => `<style>
vite-error-overlay::part(tip) { position: relative; visibility: hidden }
vite-error-overlay::part(tip)::after {
  position: absolute; inset: 0 0 auto; visibility: visible;
  padding-top: 13px; border-top: 1px dotted #999; content: '${TIP[lang]}';
}
</style>`;

/** What stands beneath the overlay meanwhile. */
const BELOW = {
  last: { zh: '页面仍是上一次正确的样子', en: 'the page is still what it was when there was none' },
  none: { zh: '改好并保存，站点就会出现', en: 'mend and save, and the site appears' },
};

/** What Vite's overlay shows. */
export type Overlay = ErrorPayload['err'];

/**
 * Offenses as Vite's overlay shows them: the first one with its location and its lines, the others below it.
 * @param below what the page beneath shows meanwhile: what it was, or nothing yet
 */
export function overlayOf(
  offenses: readonly Offense[],
  files: ReadonlyMap<string, string>,
  below: keyof typeof BELOW,
  lang: Language,
): Overlay {
  const [first] = offenses;
  const list = offenses.map(
    (one) => `${one.file}:${one.line}:${one.column}  ${one.message[lang]}\n  ${one.hint[lang]}`,
  );
  const errors = offenses.length === 1 ? 'an error' : `${offenses.length} errors`;
  const head = {
    zh: `配置有 ${offenses.length} 处错误，${BELOW[below].zh}`,
    en: `The config has ${errors}; ${BELOW[below].en}`,
  };
  return {
    plugin: PLUGIN,
    message: `${head[lang]}\n\n${list.join('\n\n')}`,
    stack: '',
    ...(first && {
      id: first.file,
      loc: { file: first.file, line: first.line, column: first.column },
      frame: codeFrame(files.get(first.file) ?? '', first),
    }),
  };
}

/** A fault of the development server itself, such as a call that has no handler yet. */
export const overlayOfFault = (fault: unknown, lang: Language): Overlay => ({
  plugin: PLUGIN,
  message: `${FAULT[lang]}\n\n${fault instanceof Error ? fault.message : String(fault)}`,
  stack: '',
});

const FAULT = {
  zh: `配置没有错误，但站点换不上它，${BELOW.last.zh}`,
  en: 'The config has no error, but the site cannot be changed to it; the page is what it was before',
};

/** An answer of somebody else's API that is not what its call declares. */
export function overlayOfAnswer(faults: readonly AnswerFault[], lang: Language): Overlay {
  const [first] = faults;
  const lines = faults.map(
    ({ pointer, message, found }) =>
      `  ${pointer === '' ? '/' : pointer}  ${message}: ${JSON.stringify(found)?.slice(0, 120)}`,
  );
  const where = first && `${first.declared.file}:${first.declared.line}`;
  const head = {
    zh: `接口 ${first?.call} 的回答与它的声明（${where}）不符；线上缺列表或对象时，用到它的区块显示失败，别的值照收到的显示`,
    en: `The answer of ${first?.call} is not what ${where} declares. In the live shop, blocks fail where a list or an object is missing; other values show as they come`,
  };
  return {
    plugin: PLUGIN,
    message: `${head[lang]}\n\n${lines.join('\n')}`,
    stack: '',
    ...(first && { id: first.declared.file, loc: { ...first.declared, column: 1 } }),
  };
}

/** Two lines on either side of the offense, with carets under its text. */
function codeFrame(text: string, { line, column, endLine, endColumn }: Offense): string {
  const lines = text.split('\n');
  const from = Math.max(1, line - 2);
  const until = Math.min(lines.length, line + 2);
  const width = String(until).length;
  const rows: string[] = [];
  for (let number = from; number <= until; number += 1) {
    const source = lines[number - 1] ?? '';
    rows.push(`${String(number).padStart(width)} | ${source}`);
    if (number !== line) continue;
    const length = Math.max(1, (endLine === line ? endColumn : source.length + 1) - column);
    rows.push(`${' '.repeat(width)} | ${' '.repeat(column - 1)}${'^'.repeat(length)}`);
  }
  return rows.join('\n');
}
