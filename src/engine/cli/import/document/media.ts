import type { Losses } from '../loss/losses.ts';
import type { Documents } from './documents.ts';
import { child, type DocumentNode, entriesOf } from './node.ts';

/** One content type of a body or an answer. */
export interface Media {
  /** Without its parameters, in lower case: `application/json`. */
  type: string;
  node: DocumentNode;
}

export const mediaOf = (holder: DocumentNode): Media[] =>
  entriesOf(child(holder, 'content')).map(([type, node]) => ({
    type: type.replace(/;.*$/s, '').trim().toLowerCase(),
    node,
  }));

/** `application/json`, `application/vnd.github+json`, and whatever is not said. */
export const isJson = (type: string): boolean =>
  /^(?:\w+\/(?:[\w.-]+\+)?json|\*\/\*|application\/\*)$/.test(type);

/** An answer of an operation that is no refusal. */
export interface Answer {
  status: string;
  node: DocumentNode;
}

/** The answers for a success, the usual one first; `default` is one where nothing else is said. */
export function answersOf(operation: DocumentNode, documents: Documents, losses: Losses): Answer[] {
  const declared = entriesOf(child(operation, 'responses'));
  const good = declared
    .filter(([status]) => /^2(?:\d\d|XX)$/i.test(status))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const chosen = good.length > 0 ? good : declared.filter(([status]) => status === 'default');
  return chosen.map(([status, node]) => ({ status, node: documents.follow(node, losses) }));
}

/** The answers for a refusal. */
export function refusalsOf(operation: DocumentNode, documents: Documents, losses: Losses): Answer[] {
  const declared = entriesOf(child(operation, 'responses'));
  const isDefaultGood = !declared.some(([status]) => status.startsWith('2'));
  return declared
    .filter(([status]) => /^[45](?:\d\d|XX)$/i.test(status) || (status === 'default' && !isDefaultGood))
    .map(([status, node]) => ({ status, node: documents.follow(node, losses) }));
}
