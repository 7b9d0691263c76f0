import type { CheckMeta } from '#engine/compiler/checks/check.ts';
import { CHECKS } from '#engine/compiler/checks/index.ts';
import { asList, asObject, isObject, objectEntries, textOf } from '#engine/compiler/json.ts';
import { callSchemas } from '#engine/compiler/references/call-schemas.ts';
import { endpointOf } from '#engine/compiler/schema/call.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import type { SchemaLibrary } from '#engine/compiler/schema/library.ts';
import { mappingTarget } from '#engine/compiler/schema/mapping.ts';
import { VISITOR } from '#engine/runtime/roles.ts';
import { typeText } from '../reference/type-text.ts';
import type { Model } from './model.ts';
import type { Refusals } from './sources.ts';
import { Table, type TableProps } from './table.tsx';
import { type CatalogueWords, useWords } from './words.tsx';

/** Props with those inside them, one row each. */
function propRows(
  schema: JsonSchema,
  library: SchemaLibrary,
  words: CatalogueWords,
  prefix = '',
): TableProps['rows'] {
  const required = asList(schema['required']);
  return objectEntries(schema['properties']).flatMap(([name, prop]) => {
    const inside = isObject(prop['items']) ? asObject(prop['items']) : prop;
    const cells = [
      <code key="name">{`${prefix}${name}`}</code>,
      required.includes(name) ? words.yes : '',
      typeText(prop, words),
      prop['default'] === undefined ? '' : <code key="default">{JSON.stringify(prop['default'])}</code>,
      textOf(prop['unit']),
      `${textOf(prop['description'])}${mappingTarget(prop, library) === undefined ? '' : words.mappable}`,
    ];
    const inner = isObject(inside['properties']) ? propRows(inside, library, words, `${prefix}${name}.`) : [];
    return inner.toSpliced(0, 0, { cells });
  });
}

export function PropsTable({ schema, library }: { schema: JsonSchema; library: SchemaLibrary }) {
  const words = useWords();
  const rows = propRows(schema, library, words);
  if (rows.length === 0) return <p>{words.noProps}</p>;
  const mappable = objectEntries(schema['properties']).find(
    ([, prop]) => mappingTarget(prop, library) !== undefined,
  );
  return (
    <>
      <Table head={words.propHead} rows={rows} />
      {mappable && <p>{words.mapping(mappable[0])}</p>}
    </>
  );
}

export function EventsTable({ schema }: { schema: JsonSchema }) {
  const words = useWords();
  const rows = objectEntries(schema['events']).map(([name, event]) => ({
    cells: [
      <code key="name">{name}</code>,
      event['required'] === true ? words.yes : isObject(event['requiredWhen']) ? words.whenShown : '',
      textOf(event['description']),
      Object.keys(asObject(asObject(event['payload'])['properties']))
        .map((field) => `$event.${field}`)
        .join(' '),
    ],
  }));
  return rows.length === 0 ? null : <Table head={words.eventHead} rows={rows} />;
}

const fieldsText = (schema: JsonSchema, words: CatalogueWords) =>
  objectEntries(schema['properties'])
    .map(([name, field]) => `${name}: ${typeText(field, words)}`)
    .join(words.comma);

export function Calls({ model }: { model: Model }) {
  const words = useWords();
  const rows = [...model.project.calls.values()].map(({ name, config }) => {
    const { params, query, body, answer } = callSchemas(config);
    const { method, path } = endpointOf(config);
    return {
      id: `call-${name}`,
      cells: [
        <code key="name">{name}</code>,
        config.description ?? '',
        <code key="path">{`${method} ${path}`}</code>,
        config.access ?? VISITOR,
        [params, query, body]
          .map((part) => fieldsText(part, words))
          .filter(Boolean)
          .join(words.clause),
        answer['properties'] === undefined ? typeText(answer, words) : fieldsText(answer, words),
      ],
    };
  });
  return <Table head={words.callHead} rows={rows} />;
}

export function Slots({ model }: { model: Model }) {
  const words = useWords();
  const rows = Object.entries(model.project.slots).map(([name, { label, width, height, max = 6 }]) => ({
    id: `slot-${name}`,
    cells: [<code key="name">{name}</code>, label, `${width}×${height} px`, max],
  }));
  return <Table head={words.slotHead} rows={rows} />;
}

/** Why a check is there, with what it finds and what is fine. */
function CheckText({ meta: { description, example } }: { meta: CheckMeta }) {
  const { lang, bad: reported, good: fine } = useWords();
  if (example === undefined) return description[lang];
  const { file, goodFile = file, bad, good } = example;
  const named = (path: string | undefined) => (path === undefined ? '' : `${path} `);
  return (
    <>
      {description[lang]}
      <div className="pair">
        <figure>
          <figcaption>
            {named(file)}
            {reported}
          </figcaption>
          <pre>{bad}</pre>
        </figure>
        <figure>
          <figcaption>
            {named(goodFile)}
            {fine}
          </figcaption>
          <pre>{good}</pre>
        </figure>
      </div>
    </>
  );
}

export function Checks() {
  const { lang, severity, essential, checkHead } = useWords();
  const rows = CHECKS.map(({ meta }) => ({
    id: `check-${meta.code}`,
    cells: [
      <code key="code">{meta.code}</code>,
      meta.title[lang],
      `${severity[meta.severity]}${meta.essential === true ? essential : ''}`,
      <CheckText key="text" meta={meta} />,
    ],
  }));
  return <Table head={checkHead} rows={rows} />;
}

export function RefusalTable({ refusals }: { refusals: Refusals }) {
  const { refusalHead } = useWords();
  const rows = Object.entries(refusals).map(([name, { code, message }]) => ({
    id: `error-${name}`,
    cells: [code, <code key="name">{name}</code>, message],
  }));
  return <Table head={refusalHead} rows={rows.toSorted((a, b) => Number(a.cells[0]) - Number(b.cells[0]))} />;
}
