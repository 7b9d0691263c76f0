import { describe, expect, it } from 'vitest';
import { starterFiles } from '../support/starter.ts';
import { checkProject, expectOffense, page } from './support/project.ts';
import { brokenBy, linesWith } from './support/renamed-field.ts';

const files = await starterFiles();

describe('a field that is renamed in a response', () => {
  it('is named at each line of the config that reads it', () => {
    const broken = brokenBy(files, 'order', 'number');
    const readers = linesWith(files, /\$item\.number\b/);
    expect(readers.size).toBeGreaterThan(0);
    expect([...readers].filter((line) => !broken.has(line))).toEqual([]);
    expect([...broken].filter((line) => !readers.has(line))).toEqual([]);
  });

  it('is named wherever an answer is followed to it', () => {
    const broken = brokenBy(files, 'product', 'handle');
    const readers = linesWith(files, /\$item\.handle\b/);
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
