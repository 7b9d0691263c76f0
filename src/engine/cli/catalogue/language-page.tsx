import { useEffect } from 'react';
import { textOf } from '#engine/compiler/json.ts';
import type { SchemaLibrary } from '#engine/compiler/schema/library.ts';
import { type Construct, constructId, constructsOf } from '../reference/constructs.ts';
import { defaultText, exampleYaml } from '../reference/texts.ts';
import { typeText } from '../reference/type-text.ts';
import { Table } from './table.tsx';
import { useWords } from './words.tsx';

/** The address of a construct within the catalogue. */
const anchorOf = (id: string) => `language/${id}`;

interface ConstructProps {
  construct: Construct;
  titles: ReadonlyMap<string, string>;
}

/** One construct: its keys, and examples. */
function ConstructSection({ construct, titles }: ConstructProps) {
  const { lang, keyHead, yes } = useWords();
  const { id, title, text, schema, groups, examples } = construct;
  const nameOf = (ref: string) => titles.get(constructId(ref) ?? '') ?? ref;
  const typeOf = (part: unknown) => typeText(part, { lang, nameOf });
  return (
    <section id={anchorOf(id)} aria-label={title}>
      <h3>{title}</h3>
      <p>{text}</p>
      {groups.length === 0 && <p>{typeOf(schema)}</p>}
      {groups.map((group) => (
        <div key={group.title}>
          {group.title !== '' && <h4>{group.title}</h4>}
          <Table
            head={keyHead}
            rows={group.rows.map((row) => ({
              cells: [
                <code key="path">{row.path}</code>,
                row.isRequired ? yes : '',
                typeOf(row.schema),
                <code key="default">{defaultText(row.schema['default'])}</code>,
                textOf(row.schema['unit']),
                row.text,
              ],
            }))}
          />
        </div>
      ))}
      {examples.map((example) => (
        <pre key={exampleYaml(example)}>{exampleYaml(example)}</pre>
      ))}
    </section>
  );
}

interface LanguagePageProps {
  library: SchemaLibrary;
  /** Which construct is asked for; the beginning of the page when left out. */
  id: string | undefined;
}

/** Every key that a config may hold. */
export function LanguagePage({ library, id }: LanguagePageProps) {
  const constructs = constructsOf(library);
  const titles = new Map(constructs.map((construct) => [construct.id, construct.title]));
  useEffect(() => {
    if (id !== undefined) document.getElementById(anchorOf(id))?.scrollIntoView();
  }, [id]);
  return (
    <>
      <ul>
        {constructs.map((construct) => (
          <li key={construct.id}>
            <a href={`#${anchorOf(construct.id)}`}>{construct.title}</a>
          </li>
        ))}
      </ul>
      {constructs.map((construct) => (
        <ConstructSection key={construct.id} construct={construct} titles={titles} />
      ))}
    </>
  );
}
