import { useState } from 'react';
import { asObject, textOf } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import { useWords } from './words.tsx';

type Blocks = ReadonlyMap<string, JsonSchema>;

/** What a block type is found by: its name, title, description, and the names and descriptions of its props and events. */
function searchedText(type: string, schema: JsonSchema): string {
  const described = [schema['properties'], schema['events']].flatMap((part) =>
    Object.entries(asObject(part)).flatMap(([name, inner]) => [name, textOf(asObject(inner)['description'])]),
  );
  return [type, textOf(schema['title']), textOf(schema['description']), ...described]
    .join('\n')
    .toLowerCase();
}

/** Block types in which every word of `query` occurs; those named so come first. */
function findBlocks(blocks: Blocks, query: string): string[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = [...blocks].filter(([type, schema]) => {
    const text = searchedText(type, schema);
    return words.every((word) => text.includes(word));
  });
  const isNamed = ([type, schema]: (typeof found)[number]) =>
    words.every((word) => `${type} ${textOf(schema['title'])}`.toLowerCase().includes(word));
  return [...found.filter(isNamed), ...found.filter((one) => !isNamed(one))].map(([type]) => type);
}

/** Group name, as the schemas say it, -> block types. */
function groupsOf(blocks: Blocks, other: string): Map<string, string[]> {
  return Map.groupBy(blocks.keys(), (type) => textOf(blocks.get(type)?.['group']) || other);
}

/** All block types by group; while something is typed into the search box, those that it finds. */
export function BlockList({ blocks, current }: { blocks: Blocks; current: string }) {
  const words = useWords();
  const [query, setQuery] = useState('');
  const isSearching = query.trim() !== '';
  const groups = isSearching
    ? new Map([[words.found, findBlocks(blocks, query)]])
    : groupsOf(blocks, words.otherGroup);
  return (
    <>
      <label className="search">
        {words.search}
        <input
          type="search"
          value={query}
          placeholder={words.searchHint}
          onChange={(event) => setQuery(event.target.value)}
        />
      </label>
      {[...groups].map(([group, types]) => (
        <section key={group} aria-label={group}>
          <h3>{group}</h3>
          <ul>
            {types.map((type) => (
              <li key={type}>
                <a href={`#${type}`} aria-current={current === type ? 'page' : undefined}>
                  <code>{type}</code> {textOf(blocks.get(type)?.['title'])}
                </a>
              </li>
            ))}
          </ul>
          {types.length === 0 && <p role="status">{words.foundNone}</p>}
        </section>
      ))}
    </>
  );
}
