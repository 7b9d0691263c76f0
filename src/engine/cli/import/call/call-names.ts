import type { Operation } from '../document/operations.ts';
import { camelCase, freeName, kebabCase, wordsOf } from '../schema/words.ts';

/** Steps of a path that name a version or the API itself, not a thing. */
const PREFIX = /^(?:api|rest|v\d+(?:\.\d+)*|\d{4}-\d{2}-\d{2})$/i;

/** Words that frameworks add to the ids of operations. */
const FRAMEWORK = new Set(['controller', 'handler', 'using', 'api']);

/** What each method does to a thing, where the operation has no id. */
const VERBS: Readonly<Record<Operation['method'], string>> = {
  get: 'get',
  post: 'create',
  put: 'replace',
  patch: 'update',
  delete: 'delete',
};

const isParameter = (step: string) => step.startsWith('{');

/** The steps of a path that name things: `/api/v1/pets/{id}/toys` -> pets, toys. */
const thingsIn = (path: string): string[] =>
  path
    .replace(/[?#].*$/s, '')
    .split('/')
    .filter((step) => step !== '' && !isParameter(step) && !PREFIX.test(step))
    .filter((step) => wordsOf(step).length > 0);

/** `/pets/{id}` -> `/pets/{}`: parameters of other names make the same address. */
export const addressOf = (path: string): string => path.replace(/\{[^}]*\}/g, '{}');

/** A text that can begin a name; one that begins with a digit or is written in another script cannot. */
const startsName = (words: readonly string[]) => /^[a-z]/.test(words[0] ?? '');

/** The resource of an operation without a usable tag: the first thing in its path. */
function resourceInPath({ path }: Operation): string {
  const words = wordsOf(thingsIn(path)[0] ?? '');
  return kebabCase(startsName(words) ? words : ['api', ...words]);
}

/** Tag -> the resource of its operations; a tag in another script takes the name of what most of them are about. */
function resourcesByTag(operations: readonly Operation[]): Map<string, string> {
  const byTag = Map.groupBy(operations, ({ tags }) => tags[0]);
  const resources = new Map<string, string>();
  for (const [tag, its] of byTag) {
    if (tag === undefined) continue;
    const words = wordsOf(tag);
    const counts = Map.groupBy(its, resourceInPath);
    const [most] = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
    const usual = most?.[0] ?? 'api';
    resources.set(tag, startsName(words) ? kebabCase(words) : usual);
  }
  return resources;
}

/** The words of an operation's id, or of its method and path. */
function wordsOfAction(operation: Operation): readonly string[] {
  const { id = '', method, path } = operation;
  const said = wordsOf(id);
  const inPath = wordsOf(path);
  // FastAPI: read_items_items__item_id__get.
  const tail = [...inPath, method];
  const isTail = said.length > tail.length && said.slice(-tail.length).join() === tail.join();
  if (isTail) return said.slice(0, -tail.length);
  return startsName(said) ? said : [VERBS[method], ...thingsIn(path).slice(1).flatMap(wordsOf)];
}

/** A word and its plural. */
const sameWord = (one: string, other: string) => one === other || `${one}s` === other || one === `${other}s`;

/** What an action is called within its resource: listPets of pets -> list. */
function shortened(words: readonly string[], resource: string): readonly string[] {
  const things = resource.split('-');
  const plain = words.filter((word) => !FRAMEWORK.has(word));
  const at = plain.findIndex((_, index) =>
    things.every((thing, offset) => sameWord(plain[index + offset] ?? '', thing)),
  );
  const rest = at === -1 ? plain : [...plain.slice(0, at), ...plain.slice(at + things.length)];
  return startsName(rest) ? rest : words;
}

/** What a call may be named, the best first. */
function candidates(operation: Operation, resource: string): string[] {
  const { id = '', method, path } = operation;
  const words = wordsOfAction(operation);
  const long = [method, ...wordsOf(path)];
  return [
    ...(/^[a-z][a-z0-9-]*\.[a-z][A-Za-z0-9_]*$/.test(id) ? [id] : []),
    ...[shortened(words, resource), words, long].map((parts) => `${resource}.${camelCase(parts)}`),
  ];
}

/**
 * The names of the calls that operations become, by their keys. They depend on the whole document, not on which operations
 * are imported; a name that an operation already has stays.
 * @param kept names of the run before
 * @param foreign names that calls of others have
 */
export function nameCalls(
  operations: readonly Operation[],
  kept: ReadonlyMap<string, string>,
  foreign: Iterable<string>,
): Map<string, string> {
  const resources = resourcesByTag(operations);
  const offers = operations.map((operation) => {
    const tagged = resources.get(operation.tags[0] ?? '');
    return { operation, names: candidates(operation, tagged ?? resourceInPath(operation)) };
  });
  const counts = new Map<string, number>();
  for (const name of offers.flatMap(({ names }) => [...new Set(names)]))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  const taken = new Set([...kept.values(), ...foreign]);
  const named = new Map<string, string>();
  for (const { operation, names } of offers) {
    const before = kept.get(operation.key);
    const own = names.find((name) => counts.get(name) === 1 && !taken.has(name)) ?? names.at(-1) ?? '';
    const name = before ?? freeName(own, (one) => taken.has(one), '');
    taken.add(name);
    named.set(operation.key, name);
  }
  return named;
}
