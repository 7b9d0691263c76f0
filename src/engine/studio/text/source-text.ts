import {
  type Alias,
  type CST,
  type Document,
  isAlias,
  isCollection,
  isPair,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { Pointer } from '#engine/compiler/source/pointer.ts';
import type { Range } from '#engine/compiler/source/text-position.ts';
import { CannotEdit } from './cannot-edit.ts';
import { sameValue } from './same-value.ts';

/** A map or list of the text. */
export type Holder = YAMLMap | YAMLSeq;

/** One entry of a map or a list. */
export interface Entry {
  holder: Holder;
  index: number;
  /** Offset of its key or of its dash; in brackets of what begins it. */
  start: number;
  /** Offset behind its colon or dash. */
  lead: number;
  /** Null where nothing is written. */
  value: Node | null;
}

/** What a pointer leads to. */
export interface Located {
  node: Node | null;
  /** The entry that holds it; undefined for the root. */
  entry: Entry | undefined;
  /** The outermost alias on the way, and how many steps lead to it. */
  alias: { node: Alias; depth: number } | undefined;
  /** The outermost anchor on the way that aliases elsewhere name: what is written there stands for them, too. */
  anchor: string | undefined;
}

/** A text with the nodes that it is parsed to. Throws `CannotEdit` for one with syntax errors. */
export class SourceText {
  readonly text: string;
  readonly document: Document.Parsed;
  readonly newline: '\n' | '\r\n';
  /** Anchors that aliases name. */
  readonly #aliases = new Set<string>();

  constructor(text: string) {
    this.text = text;
    this.document = parseDocument(text, { keepSourceTokens: true, uniqueKeys: false });
    if (this.document.errors.length > 0) throw new CannotEdit('syntax');
    visit(this.document, { Alias: (_, { source }) => void this.#aliases.add(source) });
    this.newline = /\r\n/.test(text) ? '\r\n' : '\n';
  }

  value(): unknown {
    try {
      return this.document.toJS({ maxAliasCount: -1 });
    } catch {
      throw new CannotEdit('syntax');
    }
  }

  /** What a pointer leads to, through aliases; undefined where the text does not have it. */
  find(pointer: Pointer): Located | undefined {
    let node: Node | null = this.document.contents;
    let entry: Entry | undefined;
    let alias: Located['alias'];
    let anchor = this.#namedAnchor(node);
    for (const [depth, step] of pointer.entries()) {
      if (isAlias(node)) alias ??= { node, depth };
      const holder = this.resolved(node);
      entry = isCollection(holder) ? this.entryOf(holder, step) : undefined;
      if (entry === undefined) return undefined;
      node = entry.value;
      anchor ??= this.#namedAnchor(node);
    }
    if (isAlias(node)) alias ??= { node, depth: pointer.length };
    return { node, entry, alias, anchor };
  }

  /** The anchor of a node, where an alias names it. */
  #namedAnchor(node: Node | null): string | undefined {
    if (node === null || !('anchor' in node) || node.anchor === undefined) return undefined;
    return this.#aliases.has(node.anchor) ? node.anchor : undefined;
  }

  resolved(node: Node | null): Node | null {
    return isAlias(node) ? ((node.resolve(this.document) as Node | undefined) ?? null) : node;
  }

  entryOf(holder: Holder, step: string | number): Entry | undefined {
    const index = isSeq(holder)
      ? Number(step)
      : holder.items.findIndex(({ key }) => isScalar(key) && String(key.value) === String(step));
    return this.entries(holder)[index];
  }

  entries(holder: Holder): Entry[] {
    const tokens = entryTokens(holder);
    return holder.items.map((item, index) => {
      const token = tokens[index];
      if (token === undefined) throw new CannotEdit('form');
      const value = (isPair(item) ? item.value : item) as Node | null;
      const key = isPair(item) ? (item.key as Node | null) : null;
      const sign = isSeq(holder) ? 'seq-item-ind' : 'map-value-ind';
      const mark = marksOf(token).find(({ type }) => type === sign);
      const start = (isSeq(holder) ? mark?.offset : key?.range?.[0]) ?? this.#propsStart(value);
      const lead = mark === undefined ? (key?.range?.[1] ?? start) : mark.offset + 1;
      return { holder, index, start, lead, value };
    });
  }

  /** The pointer by which a text has a node, and not an alias of it. */
  pointerTo(node: Node): Pointer | undefined {
    const search = (at: Node | null, pointer: Pointer): Pointer | undefined => {
      if (at === node) return pointer;
      if (!isCollection(at)) return undefined;
      for (const [index, item] of at.items.entries()) {
        const step = isPair(item) ? (isScalar(item.key) ? String(item.key.value) : '') : index;
        const found = search((isPair(item) ? item.value : item) as Node | null, [...pointer, step]);
        if (found) return found;
      }
      return undefined;
    };
    return search(this.document.contents, []);
  }

  /** A pointer through aliases as the pointer to what they stand for. */
  written(pointer: Pointer): Pointer {
    let at: Pointer = [];
    for (const step of [...pointer, undefined]) {
      const node = this.find(at)?.node ?? null;
      if (isAlias(node)) at = this.pointerTo(this.resolved(node) ?? node) ?? at;
      if (step !== undefined) at = [...at, step];
    }
    return at;
  }

  /** Where a value begins with its anchor. */
  #propsStart(value: Node | null): number {
    const start = value?.range?.[0] ?? 0;
    const anchor = value && 'anchor' in value ? value.anchor : undefined;
    if (anchor === undefined) return start;
    return this.text.lastIndexOf(`&${anchor}`, start);
  }

  /** The end of the characters that are the value's own. */
  contentEnd(node: Node | null, otherwise: number): number {
    if (node === null) return otherwise;
    const own = node.range?.[1] ?? otherwise;
    if (!isCollection(node) || node.flow === true || node.items.length === 0) return Math.max(own, otherwise);
    const last = this.entries(node).at(-1);
    return last === undefined ? own : this.contentEnd(last.value, last.lead);
  }

  lineStart(offset: number): number {
    return this.text.lastIndexOf('\n', offset - 1) + 1;
  }

  /** The beginning of the next line; the end of the text in the last one. */
  nextLine(offset: number): number {
    const end = this.text.indexOf('\n', offset);
    return end === -1 ? this.text.length : end + 1;
  }

  /** Does nothing but space stand before it in its line? */
  beginsLine(offset: number): boolean {
    return /^\uFEFF?[ ]*$/.test(this.text.slice(this.lineStart(offset), offset));
  }

  columnOf(offset: number): number {
    return this.text.slice(this.lineStart(offset), offset).replace('\uFEFF', '').length;
  }

  /** The lines of an entry, with the comments right above it. */
  linesOf(entry: Entry): Range {
    const end = this.contentEnd(entry.value, entry.lead);
    const isAtLineStart = this.text.charAt(end - 1) === '\n';
    return { start: this.#withComments(entry), end: isAtLineStart ? end : this.nextLine(end) };
  }

  /** Comments above the first key of a file are about the file. */
  #withComments({ holder, index, start }: Entry): number {
    let line = this.lineStart(start);
    if (holder === this.document.contents && index === 0) return line;
    const column = this.columnOf(start);
    while (line > 0) {
      const before = this.lineStart(line - 1);
      const comment = /^( *)#/.exec(this.text.slice(before, line));
      if (comment?.[1]?.length !== column) return line;
      line = before;
    }
    return line;
  }

  /** The names of anchors that are set inside a range, and the first alias outside of it that needs each. */
  orphansOf({ start, end }: Range): { alias: Alias; anchor: string; value: Node }[] {
    const inside = (node: Node) => beginsIn(node, { start, end });
    const found = new Map<Node, { alias: Alias; anchor: string; value: Node }>();
    visit(this.document, {
      Alias: (_, alias) => {
        const value = this.resolved(alias);
        if (value === null || found.has(value) || inside(alias) || !inside(value)) return;
        found.set(value, { alias, anchor: alias.source, value });
      },
    });
    return [...found.values()];
  }

  /** The first alias in a range of a value that is written outside of it, at an offset or behind. */
  aliasBefore(range: Range, offset: number): Alias | undefined {
    let found: Alias | undefined;
    visit(this.document, {
      Alias: (_, alias) => {
        const value = this.resolved(alias);
        if (value === null || !beginsIn(alias, range) || beginsIn(value, range)) return undefined;
        if ((value.range?.[0] ?? 0) < offset) return undefined;
        found = alias;
        return visit.BREAK;
      },
    });
    return found;
  }

  /** Where anchors stand again that an earlier value of the same content has already. */
  repeatedAnchors(): Range[] {
    const first = new Map<string, Node>();
    const repeated: Range[] = [];
    visit(this.document, {
      Node: (_, node) => {
        if (!('anchor' in node) || node.anchor === undefined) return;
        const before = first.get(node.anchor);
        if (before === undefined) first.set(node.anchor, node);
        else if (sameValue(before.toJS(this.document), node.toJS(this.document)))
          repeated.push(this.#anchorOf(node, node.anchor));
      },
    });
    return repeated;
  }

  /** An anchor with the space that goes with it. */
  #anchorOf(node: Node, anchor: string): Range {
    const value = node.range?.[0] ?? 0;
    const start = this.#propsStart(node);
    const end = start + anchor.length + 1;
    const isSpace = /^\s*$/.test(this.text.slice(end, value));
    const isInLine = this.lineStart(value) === this.lineStart(start);
    /* What follows a dash may stand right behind it; what is below a key stays below it. */
    return isSpace && (isInLine || this.columnOf(value) === this.columnOf(start))
      ? { start, end: value }
      : { start: start - 1, end };
  }

  /** Does the alias, or the entry of a holder, stand in brackets? */
  isInBrackets(pointer: Pointer): boolean {
    let node: Node | null = this.document.contents;
    for (const step of pointer) {
      const holder = this.resolved(node);
      if (isCollection(holder) && holder.flow === true) return true;
      node = isCollection(holder) ? (this.entryOf(holder, step)?.value ?? null) : null;
    }
    return false;
  }
}

const beginsIn = (node: Node, { start, end }: Range) => {
  const at = node.range?.[0] ?? 0;
  return at >= start && at < end;
};

type EntryToken = CST.BlockMap['items'][number] | CST.FlowCollection['items'][number];

const marksOf = ({ start, sep = [] }: EntryToken): CST.SourceToken[] => [...start, ...sep];

/** The tokens of the entries, without those that hold nothing but comments. */
function entryTokens(holder: Holder): EntryToken[] {
  const token = holder.srcToken;
  if (token === undefined || !('items' in token)) throw new CannotEdit('form');
  const items: EntryToken[] = [...token.items];
  return items.filter(
    (item) =>
      item.key !== undefined ||
      item.value !== undefined ||
      marksOf(item).some(({ type }) => type === 'seq-item-ind' || type === 'map-value-ind'),
  );
}
