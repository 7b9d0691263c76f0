import { parse, Scalar } from 'yaml';

/** Where a value is written. */
export interface WriteContext {
  /** Column of the lines of a block. */
  indent: number;
  inBrackets: boolean;
  newline: string;
}

/** Longest collection that is written in brackets, in one line. */
const SHORT = 72;

const isCollection = (value: unknown): value is object => typeof value === 'object' && value !== null;

const QUOTED = {
  [Scalar.PLAIN]: (text: string) => text,
  [Scalar.QUOTE_SINGLE]: (text: string) => `'${text.replaceAll("'", "''")}'`,
  [Scalar.QUOTE_DOUBLE]: (text: string) => JSON.stringify(text),
};

/** Is a text that is written so read as itself, with something else behind it? */
function isReadAs(written: string, text: string, inBrackets: boolean): boolean {
  try {
    const probe = inBrackets ? `[${written}, 0]` : `- ${written} # 0`;
    const parsed: unknown = parse(probe, { logLevel: 'error' });
    return Array.isArray(parsed) && parsed[0] === text;
  } catch {
    return false;
  }
}

/** How a text may be quoted, in the order in which a person would; as it was before, if that will do. */
function writeText(text: string, inBrackets: boolean, before: Scalar.Type | null | undefined): string {
  const styles = [Scalar.PLAIN, Scalar.QUOTE_SINGLE, Scalar.QUOTE_DOUBLE] as const;
  const preferred = styles.filter((style) => style === before && style !== Scalar.PLAIN);
  for (const style of [...preferred, ...styles]) {
    const written = QUOTED[style](text);
    const isOneLine = style === Scalar.QUOTE_DOUBLE || !/[\n\r]/.test(text);
    if (isOneLine && isReadAs(written, text, inBrackets)) return written;
  }
  return JSON.stringify(text);
}

/** A text, number, boolean or null in one line. @param before the style of the text in whose place it stands */
export function writeScalar(value: unknown, inBrackets: boolean, before?: Scalar.Type | null): string {
  return typeof value === 'string' ? writeText(value, inBrackets, before) : String(value);
}

/** A text of several lines as a literal block; undefined where such a block cannot hold it. */
function writeLiteral(text: string, { indent, newline }: WriteContext): string | undefined {
  if (!text.includes('\n') || /\r|^[ \n]|[^\S\n]\n|\n\n$/.test(text)) return undefined;
  const isEnded = text.endsWith('\n');
  const lines = (isEnded ? text.slice(0, -1) : text)
    .split('\n')
    .map((line) => (line === '' ? '' : ' '.repeat(indent) + line));
  return [isEnded ? '|' : '|-', ...lines].join(newline);
}

function writeInLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeInLine).join(', ')}]`;
  if (!isCollection(value)) return writeScalar(value, true);
  const pairs = Object.entries(value).map(([key, one]) => `${writeScalar(key, true)}: ${writeInLine(one)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

/** Is it clearer in one line: small, with nothing in it but texts and numbers? */
function isShort(value: object): boolean {
  const parts: unknown[] = Object.values(value);
  return !parts.some(isCollection) && writeInLine(value).length <= SHORT;
}

/** A value with its first line where it is put, and the others at the column of the context. */
export function writeValue(value: unknown, context: WriteContext): string {
  const { indent, inBrackets, newline } = context;
  if (inBrackets) return writeInLine(value);
  if (typeof value === 'string') return writeLiteral(value, context) ?? writeScalar(value, false);
  if (!isCollection(value)) return writeScalar(value, false);
  const inner = { ...context, indent: indent + 2 };
  const lines = Array.isArray(value)
    ? value.map((item: unknown) => `- ${writeItem(item, inner)}`)
    : Object.entries(value).map(([key, one]) => `${writeScalar(key, false)}:${writeAfterKey(one, inner)}`);
  return lines.length === 0 ? writeInLine(value) : lines.join(newline + ' '.repeat(indent));
}

/** What follows a dash. A block of the page keeps its lines, however short; so does what holds others. */
export function writeItem(value: unknown, context: WriteContext): string {
  const isPlaced = isCollection(value) && 'block' in value;
  return isCollection(value) && !isPlaced && isShort(value) ? writeInLine(value) : writeValue(value, context);
}

/** What follows the colon of a key: one line, or a block in the lines below. */
export function writeAfterKey(value: unknown, context: WriteContext): string {
  if (context.inBrackets || !isCollection(value) || isShort(value))
    return ` ${isCollection(value) ? writeInLine(value) : writeValue(value, context)}`;
  return `${context.newline}${' '.repeat(context.indent)}${writeValue(value, context)}`;
}
