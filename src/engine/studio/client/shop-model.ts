import { CHECKS } from '#engine/compiler/checks/index.ts';
import { createCompiler } from '#engine/compiler/compile.ts';
import type { FileFacts } from '#engine/compiler/facts/facts.ts';
import { pagesIn } from '#engine/compiler/graph/pages.ts';
import { memo } from '#engine/compiler/memo.ts';
import type { Offense } from '#engine/compiler/offense.ts';
import { gatherProject, type Project } from '#engine/compiler/project/project.ts';
import type { ConfigFile } from '#engine/compiler/schema/config-file.ts';
import { fileKind, shellName } from '#engine/compiler/schema/file-kind.ts';
import { readSchemas } from '#engine/compiler/schema/library.ts';
import type { Pointer } from '#engine/compiler/source/pointer.ts';
import { YamlFile } from '#engine/compiler/source/yaml-file.ts';
import type { PlacedBlock, Registry, Route } from '#engine/generated/schemas.ts';

/** A block with the place in which it is written. */
export interface BlockNode {
  file: string;
  pointer: Pointer;
  placed: PlacedBlock;
  children: readonly BlockNode[];
}

/** A page or a part of the shell. */
export interface OwnerNode {
  kind: 'page' | 'shell';
  name: string;
  title: string;
  /** Its address; undefined for the shell. */
  path: string | undefined;
  file: string;
  /** Of its list of blocks. */
  list: Pointer;
  blocks: readonly BlockNode[];
}

export interface Shop {
  texts: ReadonlyMap<string, string>;
  registry: Registry;
  project: Project;
  owners: readonly OwnerNode[];
  /** By `idOf` the placed block. */
  byId: ReadonlyMap<string, BlockNode>;
  /** What the compiler finds about schedules from a moment (ms) on. */
  schedulesFrom: (at: number) => Schedules;
}

/** The schedules of all files, and what is wrong with them. */
export interface Schedules {
  facts: readonly FileFacts[];
  offenses: readonly Offense[];
}

/** The same for a block on the page and in the registry, as long as both are of one edition. */
export const idOf = ({ source: { file, line }, key }: PlacedBlock): string => `${file}:${line}:${key}`;

/** The words by which a block is told from others of its type. */
export function noteOf({ placed: { id, slot, props } }: BlockNode): string {
  const text = [props['title'], props['label'], props['text']].find(
    (one): one is string => typeof one === 'string' && one !== '',
  );
  return (text ?? slot ?? id ?? '').slice(0, 24);
}

export const samePlace = (a: { file: string; pointer: Pointer }, b: { file: string; pointer: Pointer }) =>
  a.file === b.file && a.pointer.join('/') === b.pointer.join('/');

/** Where a page or a part of the shell is written. */
export const ownerPlace = ({ file, list }: OwnerNode): { file: string; pointer: Pointer } => ({
  file,
  pointer: list.slice(0, -1),
});

const nodesOf = (placed: readonly PlacedBlock[], file: string, list: Pointer): BlockNode[] =>
  placed.map((block, index) => {
    const pointer = [...list, index];
    return {
      file,
      pointer,
      placed: block,
      children: nodesOf(block.blocks ?? [], file, [...pointer, 'blocks']),
    };
  });

const everyRoute = (routes: readonly Route[]): Route[] =>
  routes.flatMap((route) => [route, ...everyRoute(route.children)]);

const everyNode = (nodes: readonly BlockNode[]): BlockNode[] =>
  nodes.flatMap((node) => [node, ...everyNode(node.children)]);

/** The checks that a timeline runs, and those of one schedule. */
const SCHEDULE_CODES: ReadonlySet<string> = new Set(
  CHECKS.filter(({ scope, meta }) => scope === 'time' || meta.code.startsWith('schedule-')).map(
    ({ meta }) => meta.code,
  ),
);

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((one, index) => one === others[index]);

type Texts = ReadonlyMap<string, string>;

/** The compiler reads no mark of byte order. */
export const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');

/** Makes the shop of texts. */
export interface Shops {
  /** What is wrong in these texts. */
  check: (texts: Texts) => readonly Offense[];
  /** The shop that these texts make; where they make none, the last one, with what is wrong. */
  show: (texts: Texts) => { shop: Shop | undefined; offenses: readonly Offense[] };
}

/** Compiles the texts of the shop in the studio's own page, so that nothing waits for a request. */
export function createShops(): Shops {
  const compile = createCompiler();
  const plainOf = (texts: Texts) => new Map([...texts].map(([path, text]) => [path, withoutMark(text)]));
  const read = memo((texts: Texts) => compile(plainOf(texts)));
  let last: Shop | undefined;
  let library: { schemas: readonly string[]; value: Project['library'] } | undefined;
  let parsed: ReadonlyMap<string, ConfigFile> = new Map();

  /** The files of the config; those whose text is the same are not parsed again. */
  function configsOf(texts: Texts): readonly ConfigFile[] {
    const found = [...texts].flatMap(([path, text]): ConfigFile[] => {
      const kind = fileKind(path);
      if (kind === undefined) return [];
      const plain = withoutMark(text);
      const before = parsed.get(path);
      return [before?.yaml.text === plain ? before : { kind, yaml: new YamlFile(path, plain) }];
    });
    parsed = new Map(found.map((file) => [file.yaml.path, file]));
    return found;
  }

  function shopOf(texts: Texts, registry: Registry): Shop {
    const configs = configsOf(texts);
    const schemas = [...texts].filter(([path]) => path.startsWith('schemas/')).flat();
    if (library === undefined || !isSame(library.schemas, schemas))
      library = { schemas, value: readSchemas(texts) };
    const titles = new Map(everyRoute(registry.routes).map(({ name, title }) => [name, title ?? name]));
    const owners = configs.flatMap((file): OwnerNode[] => {
      const { path } = file.yaml;
      if (file.kind === 'shell') {
        const name = shellName(path);
        const blocks = nodesOf(registry.shells[name]?.blocks ?? [], path, ['blocks']);
        return [{ kind: 'shell', name, title: name, path: undefined, file: path, list: ['blocks'], blocks }];
      }
      return pagesIn(file).flatMap(({ name, path: address, pointer }): OwnerNode[] => {
        const page = name === undefined ? undefined : registry.pages[name];
        if (page === undefined || name === undefined) return [];
        const list = [...pointer, 'blocks'];
        const isWritten = file.yaml.at(list) !== undefined;
        const blocks = isWritten ? nodesOf(page.blocks, path, list) : [];
        return [
          { kind: 'page', name, title: titles.get(name) ?? name, path: address, file: path, list, blocks },
        ];
      });
    });
    const byId = new Map(
      owners.flatMap(({ blocks }) => everyNode(blocks)).map((node) => [idOf(node.placed), node]),
    );
    return {
      texts,
      registry,
      project: gatherProject(configs, library.value),
      owners,
      byId,
      schedulesFrom(at) {
        const { facts, offenses } = compile(plainOf(texts), { at: at / 1000 });
        return { facts, offenses: offenses.filter(({ code }) => SCHEDULE_CODES.has(code)) };
      },
    };
  }

  const errorsIn = (offenses: readonly Offense[]) => offenses.filter(({ severity }) => severity === 'error');

  return {
    check: (texts) => errorsIn(read(texts).offenses),
    show(texts) {
      const { registry, offenses } = read(texts);
      if (registry) last = shopOf(texts, registry);
      return { shop: last, offenses: errorsIn(offenses) };
    },
  };
}

/** Every block of a file, outside in. */
export const nodesIn = (shop: Shop, file: string): BlockNode[] =>
  shop.owners.filter((owner) => owner.file === file).flatMap(({ blocks }) => everyNode(blocks));

const keyOf = ({ file, pointer }: { file: string; pointer: Pointer }) => `${file} ${pointer.join('/')}`;

const nodesByPlace = memo(
  ({ owners }: Shop) =>
    new Map(owners.flatMap(({ blocks }) => everyNode(blocks)).map((node) => [keyOf(node), node] as const)),
);

export const findNode = (shop: Shop, place: { file: string; pointer: Pointer }): BlockNode | undefined =>
  nodesByPlace(shop).get(keyOf(place));
