/** The layout of one line of a YAML file. */
export interface Line {
  start: number;
  /** Without the line break. */
  text: string;
  indent: number;
  /** `- ` at its beginning. */
  isItem: boolean;
  /** `key:` with nothing behind it. */
  isOpener: boolean;
  isBlank: boolean;
}

/** Lines that are searched for the cause of one fault: about a screen. */
const AROUND = 60;

/** The lines of a text; comments count as blank. */
export function linesOf(text: string): Line[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const bare = line.trimStart();
    const one: Line = {
      start,
      text: line,
      indent: line.length - bare.length,
      isItem: /^-(?:\s|$)/.test(bare),
      isOpener: /^(?:- +)*[\w.'"-]+:\s*(?:[&!]\S+\s*)?(?:#.*)?$/.test(bare),
      isBlank: bare === '' || bare.startsWith('#'),
    };
    start += line.length + 1;
    return one;
  });
}

/** The lines that may cause a parser error, the most likely first. */
export interface Suspects {
  /** The lines of the errors, and those before and after. */
  near: number[];
  /** Their parent keys, the innermost first, and the first line below each. */
  openers: number[];
  firsts: number[];
}

export function suspects(lines: readonly Line[], offsets: readonly number[]): Suspects {
  const at = [...new Set(offsets.map((offset) => indexAt(lines, offset)))];
  const before = at.flatMap((index) => previous(lines, index) ?? []);
  const after = at.map((index) => index + 1);
  const openers = at.flatMap((index) => openersOf(lines, index));
  const known = (indexes: readonly number[]) =>
    [...new Set(indexes)].filter((index) => lines[index]?.isBlank === false);
  return {
    near: known([...at, ...before, ...after]),
    openers: known(openers),
    firsts: known(openers.map((index) => index + 1)),
  };
}

const indexAt = (lines: readonly Line[], offset: number) =>
  Math.max(
    0,
    lines.findLastIndex(({ start }) => start <= offset),
  );

function previous(lines: readonly Line[], index: number): number | undefined {
  const found = lines.findLastIndex(({ isBlank }, at) => at < index && !isBlank);
  return found === -1 ? undefined : found;
}

/** The parent keys of a line, according to the indentation. */
function openersOf(lines: readonly Line[], index: number): number[] {
  const found: number[] = [];
  let indent = lines[index]?.indent ?? 0;
  for (let at = index - 1; at >= 0 && at > index - AROUND; at -= 1) {
    const line = lines[at];
    if (line === undefined || line.isBlank) continue;
    if (line.isOpener && line.indent <= indent) found.push(at);
    indent = Math.min(indent, line.indent);
  }
  return found;
}

/** The columns at which the lines around a line begin, or could begin; the nearest first. */
export function columnsAround(lines: readonly Line[], index: number): number[] {
  const columns = lines
    .slice(Math.max(0, index - AROUND), index + 3)
    .filter(({ isBlank }) => !isBlank)
    .flatMap(({ indent, isItem, isOpener }) => [
      indent,
      ...(isItem ? [indent + 2] : []),
      ...(isOpener ? [indent + 2, indent + (isItem ? 4 : 2)] : []),
    ]);
  const own = lines[index]?.indent ?? 0;
  return [...new Set(columns)]
    .filter((column) => column !== own)
    .sort((a, b) => Math.abs(a - own) - Math.abs(b - own) || b - a);
}
