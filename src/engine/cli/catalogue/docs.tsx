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

/** The catalogue's own words are Chinese. */
const IN_CHINESE = { lang: 'zh' } as const;

/** Props with those inside them, one row each. */
function propRows(schema: JsonSchema, library: SchemaLibrary, prefix = ''): TableProps['rows'] {
  const required = asList(schema['required']);
  return objectEntries(schema['properties']).flatMap(([name, prop]) => {
    const inside = isObject(prop['items']) ? asObject(prop['items']) : prop;
    const cells = [
      <code key="name">{`${prefix}${name}`}</code>,
      required.includes(name) ? '是' : '',
      typeText(prop, IN_CHINESE),
      prop['default'] === undefined ? '' : <code key="default">{JSON.stringify(prop['default'])}</code>,
      textOf(prop['unit']),
      `${textOf(prop['description'])}${mappingTarget(prop, library) === undefined ? '' : '（可对应字段）'}`,
    ];
    const inner = isObject(inside['properties']) ? propRows(inside, library, `${prefix}${name}.`) : [];
    return inner.toSpliced(0, 0, { cells });
  });
}

const PROP_HEAD = ['属性', '必填', '类型', '默认', '单位', '说明'];

export function PropsTable({ schema, library }: { schema: JsonSchema; library: SchemaLibrary }) {
  const rows = propRows(schema, library);
  if (rows.length === 0) return <p>没有属性。</p>;
  const mappable = objectEntries(schema['properties']).find(
    ([, prop]) => mappingTarget(prop, library) !== undefined,
  );
  return (
    <>
      <Table head={PROP_HEAD} rows={rows} />
      {mappable && <MappingNote name={mappable[0]} />}
    </>
  );
}

/** How a prop is written for an API with other field names. */
function MappingNote({ name }: { name: string }) {
  return (
    <p>
      可对应字段：接口的字段名不一样时，写 <code>{`${name}: { from: $data.…, 这里的字段: 接口的字段 }`}</code>
      。字段可以往里走（<code>price.amount</code>、<code>images[0].url</code>、每一项{' '}
      <code>images[].url</code>
      ），可以拼进文字（<code>{"'{brand} · {size}'"}</code>），固定的值写 <code>{'{ is: 现货 }'}</code>
      ；逐项的属性里，
      <code>$item</code> 是接口给的那一项。
    </p>
  );
}

export function EventsTable({ schema }: { schema: JsonSchema }) {
  const rows = objectEntries(schema['events']).map(([name, event]) => ({
    cells: [
      <code key="name">{name}</code>,
      event['required'] === true ? '是' : isObject(event['requiredWhen']) ? '控件出现时' : '',
      textOf(event['description']),
      Object.keys(asObject(asObject(event['payload'])['properties']))
        .map((field) => `$event.${field}`)
        .join(' '),
    ],
  }));
  return rows.length === 0 ? null : <Table head={['事件', '要写动作', '说明', '带来的值']} rows={rows} />;
}

const fieldsText = (schema: JsonSchema) =>
  objectEntries(schema['properties'])
    .map(([name, field]) => `${name}: ${typeText(field, IN_CHINESE)}`)
    .join('，');

export function Calls({ model }: { model: Model }) {
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
        [fieldsText(params), fieldsText(query), fieldsText(body)].filter(Boolean).join('；'),
        answer['properties'] === undefined ? typeText(answer, IN_CHINESE) : fieldsText(answer),
      ],
    };
  });
  return <Table head={['接口', '说明', '地址', '谁能用', '参数', '回答']} rows={rows} />;
}

export function Slots({ model }: { model: Model }) {
  const rows = Object.entries(model.project.slots).map(([name, { label, width, height, max = 6 }]) => ({
    id: `slot-${name}`,
    cells: [<code key="name">{name}</code>, label, `${width}×${height} px`, max],
  }));
  return <Table head={['广告位', '名字', '图片大小', '最多几张']} rows={rows} />;
}

/** Why a check is there, with what it finds and what is fine. */
function CheckText({ meta: { description, example } }: { meta: CheckMeta }) {
  if (example === undefined) return description.zh;
  const { file, goodFile = file, bad, good } = example;
  const named = (path: string | undefined) => (path === undefined ? '' : `${path} `);
  return (
    <>
      {description.zh}
      <div className="pair">
        <figure>
          <figcaption>{named(file)}会报</figcaption>
          <pre>{bad}</pre>
        </figure>
        <figure>
          <figcaption>{named(goodFile)}这样写</figcaption>
          <pre>{good}</pre>
        </figure>
      </div>
    </>
  );
}

export function Checks() {
  const rows = CHECKS.map(({ meta }) => ({
    id: `check-${meta.code}`,
    cells: [
      <code key="code">{meta.code}</code>,
      meta.title.zh,
      `${meta.severity === 'error' ? '错误' : '警告'}${meta.essential === true ? '，不能调低' : ''}`,
      <CheckText key="text" meta={meta} />,
    ],
  }));
  return <Table head={['检查', '名字', '级别', '为什么，怎么写']} rows={rows} />;
}

export function RefusalTable({ refusals }: { refusals: Refusals }) {
  const rows = Object.entries(refusals).map(([name, { code, message }]) => ({
    id: `error-${name}`,
    cells: [code, <code key="name">{name}</code>, message],
  }));
  return (
    <Table
      head={['代码', '名字', '给买家的话']}
      rows={rows.toSorted((a, b) => Number(a.cells[0]) - Number(b.cells[0]))}
    />
  );
}
