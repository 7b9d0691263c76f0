import { array, assert, nat, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CommandError } from '#engine/cli/arguments.ts';
import { LOSSES } from '#engine/cli/import/loss/words.ts';
import { documentFile, Shop } from './support.ts';

type Json = Record<string, unknown>;

const TEA_HOUSE = parse(documentFile('tea-house.yaml')) as Json;

describe('a line about what is lost', () => {
  it.each(Object.entries(LOSSES))('is said in both languages: %s', (_, { lost, written }) => {
    for (const text of [lost, written]) {
      expect(text.zh).toMatch(/\p{Script=Han}/u);
      expect(text.en).toMatch(/^[\x20-\x7e]+$/);
    }
  });

  it('points to something in the document', () => {
    const valueAt = (pointer: string) =>
      pointer
        .split('/')
        .slice(1)
        .reduce<unknown>(
          (value, step) => (value as Json)[step.replaceAll('~1', '/').replaceAll('~0', '~')],
          TEA_HOUSE,
        );
    const { losses } = new Shop().import(TEA_HOUSE);
    expect(losses.length).toBeGreaterThan(5);
    for (const { pointer, code } of losses) expect(valueAt(pointer), `${code} ${pointer}`).toBeDefined();
  });
});

/** Values that stand in no document, or in the wrong places of one. */
const ODD = parse(documentFile('odd-values.yaml')) as unknown[];

const NAMES = [
  '__proto__',
  'constructor',
  '宠物',
  'a b',
  'x"y',
  '$x',
  '/odd path',
  '/a#b',
  '/a?b=c',
  '/{}',
  '/{a}{b}',
  'toString',
  '200',
];

/** A document in which some values are others, and some names too. */
const spoilt = array(
  record({ at: nat(), odd: nat(ODD.length - 1), name: nat(NAMES.length - 1), how: nat(3) }),
  { minLength: 1, maxLength: 6 },
).map((changes) => {
  const document = structuredClone(TEA_HOUSE);
  for (const { at, odd, name, how } of changes) {
    const places = placesIn(document);
    const [holder, key] = places[at % places.length] ?? [document, 'paths'];
    const value = holder[key];
    if (how < 2) holder[key] = structuredClone(ODD[odd]);
    else delete holder[key];
    if (how === 3 && !Array.isArray(holder))
      Object.defineProperty(holder, NAMES[name] ?? '', {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return document;
});

function placesIn(value: unknown): [Json, string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((key) => [
    [value as Json, key] as [Json, string],
    ...placesIn((value as Json)[key]),
  ]);
}

/** Whether a document could be imported; any other end than a refusal in words is thrown. */
function isImported(shop: Shop, document: Json): boolean {
  try {
    shop.import(document);
    return true;
  } catch (error) {
    if (error instanceof CommandError) return false;
    throw error;
  }
}

describe('a document with faults', () => {
  it('is refused in words, or becomes a config that compiles and stays the same', () => {
    const site = 'title: x\nchecks: { unused-call: off }\napi: { base: https://a.example }\n';
    assert(
      property(spoilt, (document) => {
        const shop = new Shop({ 'config/site.yaml': site });
        if (!isImported(shop, document)) return;
        expect(shop.errors()).toEqual([]);
        const before = new Map(shop.files);
        shop.import(document);
        expect(shop.files).toEqual(before);
      }),
      { numRuns: 60 },
    );
  });
});
