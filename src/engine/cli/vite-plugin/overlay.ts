import type { ErrorPayload } from 'vite';
import type { Offense } from '#engine/compiler/offense.ts';

export const PLUGIN = 'storewright';

/** How the overlay goes away, in the words of its readers: Vite knows them only in English, and as a part that can be styled. */
export const OVERLAY_STYLE = `<style>
vite-error-overlay::part(tip) { font-size: 0 }
vite-error-overlay::part(tip)::after { font-size: 13px; content: '改好并保存，这个窗口会自己消失；也可以按 Esc 或点窗口外面先关掉它。' }
</style>`;

/** What Vite's overlay shows. */
export type Overlay = ErrorPayload['err'];

/**
 * Offenses as Vite's overlay shows them: the first one with its location and its lines, the others below it.
 * @param below what the page beneath shows meanwhile, in Chinese
 */
export function overlayOf(
  offenses: readonly Offense[],
  files: ReadonlyMap<string, string>,
  below: string,
): Overlay {
  const [first] = offenses;
  const list = offenses.map(
    (one) => `${one.file}:${one.line}:${one.column}  ${one.message.zh}\n  ${one.hint.zh}`,
  );
  return {
    plugin: PLUGIN,
    message: `配置有 ${offenses.length} 处错误，${below}\n\n${list.join('\n\n')}`,
    stack: '',
    ...(first && {
      id: first.file,
      loc: { file: first.file, line: first.line, column: first.column },
      frame: codeFrame(files.get(first.file) ?? '', first),
    }),
  };
}

/** A fault of the development server itself, such as a call that has no handler yet. */
export const overlayOfFault = (fault: unknown): Overlay => ({
  plugin: PLUGIN,
  message: `配置没有错误，但站点换不上它，页面仍是上一次正确的样子\n\n${fault instanceof Error ? fault.message : String(fault)}`,
  stack: '',
});

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
