import { isObject, own } from '#engine/compiler/json.ts';

/** A value of the document, and where it is. */
export interface DocumentNode {
  value: unknown;
  /** The file that holds it, relative to the folder of the document; '' is the document itself. */
  file: string;
  /** JSON Pointer in the file. */
  pointer: string;
}

const escaped = (step: string | number) => String(step).replaceAll('~', '~0').replaceAll('/', '~1');

/** What a node has under a key or an index; its value is undefined where there is nothing. */
export function child({ value, file, pointer }: DocumentNode, ...steps: (string | number)[]): DocumentNode {
  let [inner, path] = [value, pointer];
  for (const step of steps) {
    inner = Array.isArray(inner)
      ? inner[Number(step)]
      : isObject(inner)
        ? own(inner, String(step))
        : undefined;
    path += `/${escaped(step)}`;
  }
  return { value: inner, file, pointer: path };
}

/** What a node has there, or the node itself: what was merged of several parts stands in none of them. */
export function within(node: DocumentNode, ...steps: (string | number)[]): DocumentNode {
  const inner = child(node, ...steps);
  return inner.value === undefined ? node : inner;
}

/** The entries of an object; nothing for what is none. */
export const entriesOf = (node: DocumentNode): [string, DocumentNode][] =>
  isObject(node.value) ? Object.keys(node.value).map((key) => [key, child(node, key)]) : [];

/** The items of a list; nothing for what is none. */
export const itemsOf = (node: DocumentNode): DocumentNode[] =>
  Array.isArray(node.value) ? node.value.map((_, index) => child(node, index)) : [];

/** The text under a key; undefined where there is none, or it is empty. */
export function textAt(node: DocumentNode, key: string): string | undefined {
  const { value } = child(node, key);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** `common.yaml#/components/schemas/Pet`: names a value in all files of the document. */
export const locationOf = ({ file, pointer }: Pick<DocumentNode, 'file' | 'pointer'>): string =>
  `${file}#${pointer}`;
