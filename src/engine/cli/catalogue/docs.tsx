import type { ReactNode } from 'react';
import type { CheckMeta } from '#engine/compiler/checks/check.ts';
import { CHECKS } from '#engine/compiler/checks/index.ts';
import { asList, asObject, isObject, objectEntries } from '#engine/compiler/json.ts';
import { callSchemas } from '#engine/compiler/references/call-schemas.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import { VISITOR } from '#engine/runtime/roles.ts';
import { textOf } from '../generate/editor/rewrite.ts';
import type { Model } from './model.ts';
import type { Refusals } from './sources.ts';

interface TableProps {
  head: readonly string[];
  rows: readonly { id?: string; cells: readonly ReactNode[] }[];
}

function Table({ head, rows }: TableProps) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((cell) => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells }, row) => (
          <tr key={id ?? row} id={id}>
            {cells.map((cell, column) => (
              <td key={head[column]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A schema's type in the words of whoever writes YAML. */
function typeText(raw: unknown): string {
  const schema = asObject(raw);
  if (typeof schema['perItem'] === 'string') return `逐项(${schema['perItem']})`;
  if (typeof schema['$ref'] === 'string')
    return schema['$ref'].replace(/^.*[:/]([^:/]+?)(?:\.schema\.json)?$/, '$1');
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ');
  if (schema['type'] === 'array') return `${typeText(schema['items'])}[]`;
  const branches = [...asList(schema['oneOf']), ...asList(schema['anyOf'])];
  if (branches.length > 0) return branches.map(typeText).join(' | ');
  const types = [schema['type']].flat().filter((type) => typeof type === 'string');
  return (
    [...types, ...(typeof schema['format'] === 'string' ? [`(${schema['format']})`] : [])].join(' ') || '任意'
  );
}

/** Props with those inside them, one row each. */
function propRows(schema: JsonSchema, prefix = ''): TableProps['rows'] {
  const required = asList(schema['required']);
  return objectEntries(schema['properties']).flatMap(([name, prop]) => {
    const inside = isObject(prop['items']) ? asObject(prop['items']) : prop;
    const cells = [
      <code key="name">{`${prefix}${name}`}</code>,
      required.includes(name) ? '是' : '',
      typeText(prop),
      prop['default'] === undefined ? '' : <code key="default">{JSON.stringify(prop['default'])}</code>,
      textOf(prop['unit']),
      textOf(prop['description']),
    ];
    const inner = isObject(inside['properties']) ? propRows(inside, `${prefix}${name}.`) : [];
    return inner.toSpliced(0, 0, { cells });
  });
}

const PROP_HEAD = ['属性', '必填', '类型', '默认', '单位', '说明'];

export function PropsTable({ schema }: { schema: JsonSchema }) {
  const rows = propRows(schema);
  return rows.length === 0 ? <p>没有属性。</p> : <Table head={PROP_HEAD} rows={rows} />;
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
    .map(([name, field]) => `${name}: ${typeText(field)}`)
    .join('，');

export function Calls({ model }: { model: Model }) {
  const rows = [...model.project.calls.values()].map(({ name, config }) => {
    const { params, query, body, answer } = callSchemas(config);
    const method =
      (['get', 'post', 'put', 'delete'] as const).find((key) => config[key] !== undefined) ?? 'get';
    return {
      id: `call-${name}`,
      cells: [
        <code key="name">{name}</code>,
        config.description ?? '',
        <code key="path">{`${method.toUpperCase()} ${config[method] ?? ''}`}</code>,
        config.access ?? VISITOR,
        [fieldsText(params), fieldsText(query), fieldsText(body)].filter(Boolean).join('；'),
        answer['properties'] === undefined ? typeText(answer) : fieldsText(answer),
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
