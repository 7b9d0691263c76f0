import { describe, expect, it } from 'vitest';
import { loadProject } from '#engine/cli/project/load-project.ts';
import { createCompiler } from '#engine/compiler/compile.ts';
import { TextPositions } from '#engine/compiler/source/text-position.ts';
import { tokensOf } from './support/mutations.ts';
import { checkProject, expectOffense, page } from './support/project.ts';

const files = await loadProject('config');
const compile = createCompiler();
const known = new Set(compile(files).offenses.map(({ file, message }) => `${file} ${message.en}`));

/** The lines of the real config that offenses name after a field of an entity was renamed. */
function brokenBy(entity: string, field: string): Set<string> {
  const file = `/entities/${entity}.schema.json`;
  const path = [...files.keys()].find((known) => known.endsWith(file)) ?? '';
  const text = (files.get(path) ?? '').replaceAll(`"${field}"`, `"${field}_renamed"`);
  const { offenses } = compile(new Map(files).set(path, text));
  const fresh = offenses.filter(({ file, message }) => !known.has(`${file} ${message.en}`));
  return new Set(fresh.map(({ file, line }) => `${file}:${line}`));
}

/** The lines on which a text that fits is written. */
function linesWith(pattern: RegExp, test: (file: string) => boolean): Set<string> {
  const lines = [...files].flatMap(([file, text]) => {
    if (!file.startsWith('config/') || !test(file)) return [];
    const positions = new TextPositions(text);
    const found = tokensOf(file, text).filter(({ role, text: own }) => role === 'value' && pattern.test(own));
    return found.map(({ start }) => `${file}:${positions.at(start).line}`);
  });
  return new Set(lines);
}

describe('a field that is renamed in a response', () => {
  it('is named at each line of the real config that reads it', () => {
    const broken = brokenBy('user', 'company');
    const readers = linesWith(/\$user\.company\b/, () => true);
    expect(readers.size).toBeGreaterThan(0);
    expect([...readers].filter((line) => !broken.has(line))).toEqual([]);
    expect([...broken].filter((line) => !readers.has(line))).toEqual([]);
  });

  it('is named wherever an answer is followed to it', () => {
    const broken = brokenBy('goods-page', 'total');
    const readers = linesWith(/\$data\.goods\.total\b/, (file) => /pages\/(?:list|search)\//.test(file));
    expect(readers.size).toBeGreaterThan(1);
    expect([...readers].filter((line) => !broken.has(line))).toEqual([]);
  });

  it('is named at the prop of a block that needs it', () => {
    const rows = {
      'schemas/entities/row.schema.json': JSON.stringify({
        type: 'object',
        required: ['title_renamed'],
        properties: { title_renamed: { type: 'string' } },
      }),
      'schemas/blocks/rows.schema.json': JSON.stringify({
        type: 'object',
        required: ['rows'],
        additionalProperties: false,
        properties: {
          rows: {
            type: 'array',
            items: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } },
          },
        },
      }),
      'config/api/rows.yaml': "row.list: { get: /api/rows, response: 'row[]' }\n",
    };
    const checked = checkProject({
      ...rows,
      ...page('data: { all: { call: row.list } }\nblocks: [{ block: rows, rows: $data.all }]'),
    });
    expectOffense(checked, 'reference-type', { at: '$data.all' });
  });
});
