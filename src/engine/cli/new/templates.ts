import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { localTime, writeMoment } from '#engine/compiler/schedule/local-time.ts';
import { fromLocalTime } from '#engine/runtime/format/zone.ts';
import type { Language } from '../language.ts';
import { shopFolders } from '../project/shop-folders.ts';
import type { Names } from './names.ts';
import { readTemplate, TEMPLATES } from './read-template.ts';
import type { ShopParts } from './shop-parts.ts';

/** What a step or a part of a page is there for: what the shop has, or that it has no products to show. */
type Condition = 'slot' | 'products' | 'bare';

/** One entry of `kinds.yaml`. Names of files may hold the same words as what is in them. */
export interface Kind {
  /** What it is called, and what it is for, where one of them is chosen; the title when left out. */
  label?: string;
  hint?: string;
  /** Of the page, when none is given. */
  title: string;
  /** Words of its templates that can be given: `brand` for `__brand__`. */
  fields?: Record<string, { label: string; hint?: string; value: string }>;
  /** Where its pages may stand below `config/pages`: the first that the project has pages in, else the last. */
  folders?: string[];
  /** Path in the project -> file of the templates. */
  files: Record<string, string>;
  /** The same, for what is added at the end of a file that is already there. */
  append?: Record<string, string>;
  /** File of the templates that is added to `config/ads.yaml`, in a shop that shows ads. */
  slot?: string;
  /** What to do next; `{file}` is the first file, where it was written. */
  next: readonly (string | { when: Condition; text: string })[];
}

/** What one template yields: paths relative to the project (`config/...` wherever the config lies) -> text. */
export interface Scaffold {
  files: Record<string, string>;
  append: Record<string, string>;
  next: readonly string[];
}

/** The engine's kinds with the shop's own in place of those of the same name. */
export async function readKinds(lang: Language): Promise<Record<string, Kind>> {
  const texts = [join(TEMPLATES, lang), shopFolders().templates].map((folder) =>
    readFile(join(folder, 'kinds.yaml'), 'utf8').catch(() => '{}'),
  );
  const [engine, shop] = (await Promise.all(texts)).map((text) => parse(text) as Record<string, Kind>);
  return { ...engine, ...shop };
}

/** Do its pages have a beginning and an end? */
export async function isDated({ files }: Kind, lang: Language): Promise<boolean> {
  const texts = await Promise.all(Object.values(files).map((file) => readTemplate(file, lang)));
  return texts.some((text) => /__(?:from|until)__/.test(text));
}

/** What the templates are filled with. */
interface ScaffoldInput {
  names: Names;
  title: string | undefined;
  /** Of its fields; the others have what the kind says. */
  values?: Readonly<Record<string, string>> | undefined;
  /** When an activity begins and ends, as YAML has it; with the next day and for 30 days when left out. */
  from?: string | undefined;
  until?: string | undefined;
  /** ms */
  now: number;
  /** IANA zone whose midnight that is. */
  timeZone: string;
  /** Paths that the project has. */
  present: Iterable<string>;
  shop: ShopParts;
  /** Of what is written into the shop. */
  lang: Language;
}

/** Fills the templates of a kind in. */
export async function scaffold(kind: Kind, input: ScaffoldInput): Promise<Scaffold> {
  const { names, title, values = {}, from, until, now, timeZone, present, shop, lang } = input;
  const { schemas, blocks } = shopFolders();
  const isThere: Record<Condition, boolean> = {
    slot: shop.slots,
    products: shop.products !== undefined,
    bare: shop.products === undefined,
  };
  const parts = parse(await readTemplate('parts.yaml', lang)) as Record<Condition | 'data', string>;
  const fields = Object.entries(kind.fields ?? {}).map(([name, { value }]) => [name, values[name] ?? value]);
  const words: Record<string, string> = {
    ...Object.fromEntries(fields),
    data: isThere.products ? parts.data : '',
    slot: isThere.slot ? parts.slot : '',
    products: isThere.products ? parts.products : parts.bare,
    call: shop.products?.call ?? '',
    product: shop.products?.to ?? '',
    file: names.file,
    folder: folderOf(kind, names, [...present]),
    name: names.route,
    path: names.path,
    component: names.component,
    title: title ?? kind.title,
    schemas,
    blocks,
    from: from ?? midnight(now + DAY, timeZone),
    until: until ?? midnight(now + 31 * DAY, timeZone),
  };
  const fill = (text: string, more: Record<string, string> = {}): string =>
    text.replaceAll(/__([a-z]+)__/g, (word, name: string) => {
      const value = more[name] ?? words[name];
      return value === undefined ? word : fill(value, more);
    });
  async function fillAll(entries: Record<string, string> = {}): Promise<Record<string, string>> {
    const filled = Object.entries(entries).map(async ([target, source]) => {
      const path = fill(target);
      return [path, fill(await readTemplate(source, lang), { schema: editorFolder(path) })] as const;
    });
    return Object.fromEntries(await Promise.all(filled));
  }
  const slot = kind.slot !== undefined && isThere.slot ? { 'config/ads.yaml': kind.slot } : {};
  return {
    files: await fillAll(kind.files),
    append: await fillAll({ ...kind.append, ...slot }),
    next: kind.next
      .filter((step) => typeof step === 'string' || isThere[step.when])
      .map((step) => fill(typeof step === 'string' ? step : step.text)),
  };
}

/** `config/pages/` with the folder for a new page of this kind; a name that brings a folder along needs none. */
function folderOf({ folders = [] }: Kind, { file }: Names, present: readonly string[]): string {
  const candidates = (file.includes('/') ? [] : folders).map((folder) => `config/pages/${folder}/`);
  const used = candidates.find((folder) => present.some((path) => path.startsWith(folder)));
  return (used ?? candidates.at(-1) ?? 'config/pages/').replace(/\/+$/, '/');
}

/** The way from a file to the schemas that editors read. */
const editorFolder = (path: string) =>
  `${'../'.repeat(path.split('/').length - 1)}${shopFolders().generated}/editor/`;

const DAY = 86_400_000;

/** Midnight of a day in a zone, with its distance from UTC: `2026-11-01T00:00:00+08:00`. */
function midnight(time: number, timeZone: string): string {
  const day = localTime(time, timeZone).slice(0, 10);
  return writeMoment(fromLocalTime(`${day}T00:00:00`, timeZone) * 1000, timeZone);
}
