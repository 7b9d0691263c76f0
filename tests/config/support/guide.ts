import { readTree } from '#engine/cli/files.ts';

/** One YAML example of the guide; its first line says what it is: ```yaml <file> [追加] [错误:<code>], or 区块 for blocks of a page. */
export interface Example {
  guide: string;
  line: number;
  target: string;
  appended: boolean;
  /** Code of the check that it is an example for. */
  wrong: string | undefined;
  text: string;
}

/** Path -> text of the guide's pages. */
export const readGuide = () => readTree('config/guide', ['.md']);

export function examplesOf(guide: ReadonlyMap<string, string>): Example[] {
  return [...guide].flatMap(([path, text]) =>
    [...text.matchAll(/^```yaml(.*)\n([\s\S]*?)^```$/gm)].map((match) => {
      const [target = '', ...marks] = (match[1] ?? '').trim().split(' ');
      return {
        guide: path,
        line: text.slice(0, match.index).split('\n').length,
        target,
        appended: marks.includes('追加'),
        wrong: marks.find((mark) => mark.startsWith('错误:'))?.slice('错误:'.length),
        text: match[2] ?? '',
      };
    }),
  );
}

/** The shop with everything in it that the guide adds, apart from what is wrong on purpose. */
export function withGuide(
  shop: ReadonlyMap<string, string>,
  examples: readonly Example[],
): Map<string, string> {
  const files = new Map(shop);
  for (const { target, appended, wrong, text } of examples) {
    if (wrong !== undefined || !target.startsWith('config/')) continue;
    files.set(target, appended ? `${files.get(target)}${text}` : text);
  }
  return files;
}

/** A page with these blocks before its own. */
export const withBlocks = (page: string, blocks: string): string =>
  page.replace(/^blocks:\n/m, (line) => line + blocks);
