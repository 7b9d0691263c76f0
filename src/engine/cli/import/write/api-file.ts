import { type Document, isMap, isNode, isScalar, Lexer, parseDocument } from 'yaml';
import { asObject } from '#engine/compiler/json.ts';
import { TextPositions } from '#engine/compiler/source/text-position.ts';
import { fingerprint } from './fingerprint.ts';

/** One call in a file, with the comments that stand directly above it. */
export interface Entry {
  name: string;
  text: string;
  value: unknown;
}

/** What stands between two calls: blank lines, and comments about several of them. */
interface Gap {
  text: string;
}

type Part = Entry | Gap;

const isEntry = (part: Part): part is Entry => 'name' in part;

/** Names the schema for editors; it is about the file, not about the first call. */
const MODELINE = /^# yaml-language-server:/;

/** A file below `config/api` as its calls, which can be replaced while every other character stays. */
export class ApiFile {
  readonly #parts: Part[];

  private constructor(parts: Part[]) {
    this.#parts = parts;
  }

  /** undefined for a text that is not a block of calls, each at the begin of a line: it cannot be changed in parts. */
  static read(text: string): ApiFile | undefined {
    const document = parseDocument(text, { uniqueKeys: true });
    if (document.errors.length > 0) return undefined;
    const { contents } = document;
    if (contents === null || (isMap(contents) && contents.items.length === 0))
      return new ApiFile([{ text: text.replace(/^\{\s*\}\s*$/m, '') }]);
    if (!isMap(contents) || contents.flow) return undefined;
    const values = valuesOf(document);
    if (values === undefined) return undefined;
    const lines = text.split(/(?<=\n)/);
    const positions = new TextPositions(text);
    const lineAt = (offset: number) => positions.at(offset).line - 1;
    const parts: Part[] = [];
    let next = 0;
    for (const { key, value } of contents.items) {
      const [from] = isScalar(key) ? (key.range ?? []) : [];
      if (from === undefined || positions.at(from).column !== 1) return undefined;
      const name = String(isScalar(key) ? key.value : '');
      const [begin = from, end = begin] = (isNode(value) ? value.range : undefined) ?? [];
      const keyLine = lineAt(from);
      const first = firstOfComments(lines, keyLine, next);
      let last = lineAt(begin + Math.max(0, text.slice(begin, end).trimEnd().length - 1));
      while (/^[ \t]+#/.test(lines[last + 1] ?? '')) last += 1;
      if (first > next) parts.push({ text: lines.slice(next, first).join('') });
      parts.push({ name, text: lines.slice(first, last + 1).join(''), value: values[name] });
      next = last + 1;
    }
    if (next < lines.length) parts.push({ text: lines.slice(next).join('') });
    return new ApiFile(parts);
  }

  /** A new file without calls. */
  static withHead(text: string): ApiFile {
    return new ApiFile([{ text }]);
  }

  get calls(): readonly Entry[] {
    return this.#parts.filter(isEntry);
  }

  /** Of a call as it stands in the file. */
  fingerprint(name: string): string | undefined {
    const entry = this.#parts.filter(isEntry).find((part) => part.name === name);
    return entry && fingerprint(entry.value, commentsIn(entry.text));
  }

  replace(entry: Entry): void {
    const at = this.#parts.findIndex((part) => isEntry(part) && part.name === entry.name);
    if (at !== -1) this.#parts[at] = entry;
  }

  remove(name: string): void {
    const at = this.#parts.findIndex((part) => isEntry(part) && part.name === name);
    if (at !== -1) this.#parts.splice(at, 1);
  }

  append(entry: Entry): void {
    const before = this.#parts.findLast(({ text }) => text !== '')?.text ?? '\n';
    this.#parts.push({ text: before.endsWith('\n') ? '' : '\n' }, entry);
  }

  /** The call to which a line (from 1) belongs. */
  callAt(line: number): string | undefined {
    let end = 1;
    for (const part of this.#parts) {
      end += part.text.split('\n').length - 1;
      if (line < end) return isEntry(part) ? part.name : undefined;
    }
    return undefined;
  }

  get text(): string {
    return this.#parts.map(({ text }) => text).join('');
  }
}

/** undefined where aliases grow without end. */
function valuesOf(document: Document): Record<string, unknown> | undefined {
  try {
    return asObject(document.toJS());
  } catch {
    return undefined;
  }
}

/** The first line of the comments that stand directly above a call. */
function firstOfComments(lines: readonly string[], keyLine: number, least: number): number {
  let first = keyLine;
  while (first > least && (lines[first - 1] ?? '').startsWith('#') && !MODELINE.test(lines[first - 1] ?? ''))
    first -= 1;
  return first;
}

/** The comments of a YAML text, without those that are part of a value. */
function commentsIn(text: string): string[] {
  const comments: string[] = [];
  let isValue = false;
  for (const token of new Lexer().lex(text)) {
    if (!isValue && token.startsWith('#')) comments.push(token.trim());
    isValue = token === SCALAR;
  }
  return comments;
}

/** What the lexer says before the text of a value. */
const SCALAR = '\u001f';
