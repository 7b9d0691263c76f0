import { blocks } from 'virtual:storewright/blocks';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { createSite } from '#engine/app/site.tsx';
import { readTree } from '#engine/cli/files.ts';
import { compile } from '#engine/compiler/compile.ts';
import { asList, asObject, isObject, type Json } from '#engine/compiler/json.ts';
import { blockTypeOf } from '#engine/compiler/schema/library.ts';
import type { Registry } from '#engine/generated/schemas.ts';
import { answerByFetch } from '#engine/runtime/in-process.ts';
import { regionTree } from '#engine/runtime/regions.ts';
import { ENGLISH } from '../support/english-shop.ts';

/** Chinese characters, and the marks that only Chinese (or Japanese) is written with. */
const CHINESE = /[\p{Script=Han}\u3001-\u303F\uFF00-\uFFEF]+/gu;

const schemas = await readTree('schemas/engine', ['.json']);
const types = [...schemas].flatMap(([path, text]) => {
  const type = blockTypeOf(path);
  return type === undefined || type === 'outlet' ? [] : [{ type, schema: JSON.parse(text) as Json }];
});

const known = new Map<string, string>();

/** An example's own words in English: each Chinese text becomes a word, and the same text the same word. */
function english(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(english);
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, english(item)]));
  if (typeof value !== 'string') return value;
  return value.replace(CHINESE, (words) => {
    const word = known.get(words) ?? `Word${known.size + 1}`;
    known.set(words, word);
    return word;
  });
}

/** What an example sets although the schema has a default for it: left out, so that the default shows. */
const withoutDefaults = (schema: Json, props: Json): Json =>
  Object.fromEntries(
    Object.entries(props).filter(([name]) => {
      const { kind, default: usual } = asObject(asObject(schema['properties'])[name]);
      return usual === undefined || (kind !== 'text' && name !== 'texts');
    }),
  );

/** A page for every example of a type, in English but for what the engine says by itself. */
function pagesOf({ type, schema }: { type: string; schema: Json }) {
  const name = type.replaceAll('-', '_');
  return asList(schema['examples']).map((example, index) => {
    const props = english(withoutDefaults(schema, asObject(example))) as Json;
    const events = Object.entries(asObject(schema['events'])).filter(
      ([, event]) => !asObject(event)['answer'],
    );
    const block = {
      block: type,
      ...props,
      ...(schema['openable'] === true && { id: 'shown' }),
      ...(events.length > 0 && { on: Object.fromEntries(events.map(([event]) => [event, []])) }),
      ...(schema['container'] === true && { blocks: [{ block: 'text', text: 'Inside' }] }),
    };
    return {
      name: `${name}_${index}`,
      path: `/${type}/${index}`,
      title: `${type} ${index}`,
      blocks: [block],
    };
  });
}

const pages = types.flatMap(pagesOf);

/** What examples need not care for: they lead to pages of other shops, and do nothing. */
const LENIENT = (ENGLISH['config/site.yaml'] ?? '').replace(
  'checks: {',
  'checks: { dead-link: off, event-unhandled: off, gated-field: off,',
);
const { registry, offenses } = compile(
  new Map([
    ...schemas,
    ...Object.entries(ENGLISH),
    ['config/site.yaml', LENIENT],
    ...pages.map((page): [string, string] => [`config/pages/${page.name}.yaml`, stringify(page)]),
  ]),
);

/** Every Chinese text in a value, with where it stands. */
function* chineseIn(value: unknown, at = ''): Generator<string> {
  if (typeof value === 'string' && value.search(CHINESE) !== -1) yield `${at}: ${value}`;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) yield* chineseIn(item, `${at}/${key}`);
}

function compiled(): Registry {
  if (!registry) throw new Error(offenses.map(({ file, message }) => `${file}: ${message.en}`).join('\n'));
  return registry;
}

/** A field of the kind `region` offers these, whatever the language around it. */
const provinces = new Set(regionTree().map(({ name }) => name));

describe('a shop whose config has no Chinese word', () => {
  it('compiles to a registry without one', () => {
    /* The definitions are the schemas themselves, with their documentation. */
    const { definitions: _, ...said } = compiled();
    expect(types.length).toBeGreaterThan(45);
    expect([...chineseIn(said)]).toEqual([]);
  });

  const site = createSite({
    registry: compiled(),
    pages: compiled().pages,
    shells: compiled().shells,
    blocks,
    files: { registry: '', shop: '', pages: {} },
    commonTypes: [],
  });
  const open = async (path: string) => {
    const { html, status } = await site.render(new Request(`http://shop.test${path}`), {
      answer: answerByFetch(async () =>
        Response.json({ code: 401, message: '', data: null }, { status: 401 }),
      ),
      now: () => 1_795_000_000,
      manifest: null,
      onError: () => {},
    });
    return { html: html.toString(), status };
  };

  it.each(pages.map(({ path }) => path))('shows none at %s', async (path) => {
    const { html, status } = await open(path);
    expect(status).toBe(200);
    expect(html).toContain('<html lang="en-GB">');
    expect((html.match(CHINESE) ?? []).filter((words) => !provinces.has(words))).toEqual([]);
  });

  it('is previewed in its language and by its clock', async () => {
    expect((await open('/text/0?at=2026-07-01T12:00')).html).toContain('Preview · 1 Jul 2026, 12:00');
  });
});
