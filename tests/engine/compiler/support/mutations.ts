import { isMap, isScalar, isSeq, type Node, type Pair, parseDocument } from 'yaml';

/** One key or plain value of a config file. */
export interface Token {
  file: string;
  /** Steps to the value; for a key, to what it holds. */
  path: readonly (string | number)[];
  role: 'key' | 'value';
  /** As it is written. */
  text: string;
  value: unknown;
  start: number;
  end: number;
  /** What holds it: the type of the block it is a prop of, when it is one. */
  block: string | undefined;
}

/** One fault put into one place of a file. */
export interface Mutation {
  kind: string;
  file: string;
  text: string;
  /** Where the fault now stands. */
  start: number;
  end: number;
  /** What was intended, when the fault is a typo. */
  intended?: string;
}

/** Every key and value of a file. */
export function tokensOf(file: string, text: string): Token[] {
  const tokens: Token[] = [];
  const add = (node: unknown, path: Token['path'], role: Token['role'], block: string | undefined) => {
    if (!isScalar(node) || !node.range || node.range[1] === node.range[0]) return;
    const [start, end] = node.range;
    tokens.push({ file, path, role, text: text.slice(start, end), value: node.value, start, end, block });
  };
  const walk = (node: Node | null, path: Token['path'], block: string | undefined): void => {
    add(node, path, 'value', block);
    if (isSeq(node))
      for (const [index, item] of node.items.entries()) walk(item as Node, [...path, index], block);
    if (!isMap(node)) return;
    const type = node.get('block');
    const around = typeof type === 'string' ? type : block;
    for (const { key, value } of node.items as Pair<Node, Node | null>[]) {
      const inner = [...path, String(isScalar(key) ? key.value : '')];
      add(key, inner, 'key', around);
      walk(value, inner, around);
    }
  };
  walk(parseDocument(text).contents, [], undefined);
  return tokens;
}

/** A sequence of numbers in [0, 1) that is the same in every run. */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Puts one typo into a word: two letters swapped, one left out, doubled or replaced. */
export function misspell(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 2));
  const [before, one, two] = [word.slice(0, at), word.charAt(at), word.charAt(at + 1)];
  const forms = [
    before + two + one + word.slice(at + 2),
    before + word.slice(at + 1),
    before + one + word.slice(at),
    `${before}${one === 'x' ? 'z' : 'x'}${word.slice(at + 1)}`,
  ];
  const start = Math.floor(random() * forms.length);
  return [...forms.slice(start), ...forms].find((form) => form !== word) ?? `${word}x`;
}

/** The file with `token` written as `written`; the fault covers all of it. */
export function rewrite(
  kind: string,
  source: string,
  token: Token,
  written: string,
  intended?: string,
): Mutation {
  return {
    kind,
    file: token.file,
    text: source.slice(0, token.start) + written + source.slice(token.end),
    start: token.start,
    end: token.start + written.length,
    ...(intended !== undefined && { intended }),
  };
}
