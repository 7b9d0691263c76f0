import { asList, isObject } from '#engine/compiler/json.ts';
import { Losses } from '../loss/losses.ts';
import type { Documents } from './documents.ts';
import { child, type DocumentNode, entriesOf, itemsOf, textAt } from './node.ts';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

type Method = (typeof METHODS)[number];

/** Methods that ask about an address instead of calling it. */
const OTHER_METHODS = new Set(['head', 'options', 'trace']);

/** One operation of the document. */
export interface Operation {
  /** `GET /pets/{id}`: the same from run to run. */
  key: string;
  method: Method;
  path: string;
  node: DocumentNode;
  id: string | undefined;
  tags: readonly string[];
  /** Of the path and of the operation itself; a later one of the same name and place stands for the earlier. */
  parameters: readonly DocumentNode[];
  /** Servers of the operation, or of its path, alone. */
  servers: DocumentNode;
  /** What of the operation is not written. */
  losses: Losses;
}

/** Every operation, in the order of the document, and what the document has besides. */
export function readOperations(documents: Documents): { operations: Operation[]; losses: Losses } {
  const losses = new Losses();
  const { root } = documents;
  const webhooks = entriesOf(child(root, 'webhooks'));
  if (webhooks.length > 0) losses.add('webhooks', child(root, 'webhooks'), String(webhooks.length));
  const operations = entriesOf(child(root, 'paths'))
    .filter(([path]) => path.startsWith('/'))
    .flatMap(([path, item]) => operationsOf(path, documents.follow(item, losses), documents, losses));
  return { operations, losses };
}

function operationsOf(path: string, item: DocumentNode, documents: Documents, losses: Losses): Operation[] {
  const shared = itemsOf(child(item, 'parameters'));
  for (const [method, node] of entriesOf(item))
    if (OTHER_METHODS.has(method)) losses.add('method', node, `${method.toUpperCase()} ${path}`);
  return METHODS.flatMap((method) => {
    const node = child(item, method);
    if (!isObject(node.value)) return [];
    const own = new Losses();
    const tags = asList(node.value['tags']).filter((tag) => typeof tag === 'string');
    return {
      key: `${method.toUpperCase()} ${path}`,
      method,
      path,
      node,
      id: textAt(node, 'operationId'),
      tags: tags.map((tag) => tag.trim()).filter((tag) => tag !== ''),
      servers: child(node, 'servers').value === undefined ? child(item, 'servers') : child(node, 'servers'),
      parameters: parametersOf([...shared, ...itemsOf(child(node, 'parameters'))], documents, own),
      losses: own,
    };
  });
}

function parametersOf(
  declared: readonly DocumentNode[],
  documents: Documents,
  losses: Losses,
): readonly DocumentNode[] {
  const byPlace = new Map<string, DocumentNode>();
  for (const reference of declared) {
    const parameter = documents.follow(reference, losses);
    const [name, place] = [textAt(parameter, 'name'), textAt(parameter, 'in')];
    if (name !== undefined && place !== undefined) byPlace.set(`${place} ${name}`, parameter);
    else if (parameter.value !== undefined) losses.add('parameter-odd', parameter);
  }
  return [...byPlace.values()];
}
