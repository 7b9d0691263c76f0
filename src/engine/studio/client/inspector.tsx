import { asList, asObject, objectEntries, textOf } from '#engine/compiler/json.ts';
import { propsOf } from '#engine/compiler/schema/block.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import { type Pointer, valueAt } from '#engine/compiler/source/pointer.ts';
import type { PlacedMark } from '#engine/renderer/block/placed-marks.ts';
import type { Change } from '../text/change.ts';
import { FACES, whyBlock } from '../why.ts';
import type { Refused } from './editing.ts';
import { FormContext, useFormContext } from './form/form-context.ts';
import { StudioForm } from './form/studio-form.tsx';
import { FieldsOf, RootFields, ValueField } from './form/value-field.tsx';
import { labelOf } from './form/variants.ts';
import { eventReferences, itemReferences, referencesIn } from './references.ts';
import type { BlockNode, OwnerNode, Shop } from './shop-model.ts';
import { SourceLink } from './source-link.tsx';
import styles from './studio.module.css';

interface InspectorProps {
  shop: Shop;
  folder: string;
  change: (file: string, change: Change) => Promise<Refused | undefined>;
  /** Shows a file as text. */
  onText: (file: string) => void;
}

interface BlockInspectorProps extends InspectorProps {
  node: BlockNode;
  /** Undefined while the block is not on the page. */
  mark: PlacedMark | undefined;
}

/** Keys of a block beside its props: in the sections of their own. */
const SHOWN_WHEN = ['when', 'schedule'] as const;

/** A part of an object schema: these properties, in this order. */
const pick = (schema: JsonSchema, names: readonly string[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, asObject(asObject(schema['properties'])[name])])),
  required: asList(schema['required']).filter((name) => names.includes(String(name))),
});

/** What is known of the block that is pointed at, and a form for it. */
export function BlockInspector({ shop, folder, node, mark, change, onText }: BlockInspectorProps) {
  const { placed, file, pointer } = node;
  const { library } = shop.project;
  const schema = library.blocks.get(placed.block) ?? {};
  const common = asObject(library.config.get('block'));
  const now = mark?.read();
  const others = [
    ...(schema['slot'] === undefined ? [] : ['slot']),
    ...(schema['openable'] === true || placed.id !== undefined ? ['id'] : []),
  ];
  return (
    <section aria-label="选中的区块" className={styles['inspector']}>
      <h2>
        {textOf(schema['title']) || placed.block} <code>{placed.block}</code>
      </h2>
      <SourceLink folder={folder} file={file} line={placed.source.line} onText={onText} />
      <h3>为什么这样显示</h3>
      <p>
        {now
          ? `${FACES[now.state.face].zh}：${whyBlock(placed, now.state, now.scope).zh}`
          : '不在现在的页面上。'}
      </p>
      <StudioForm
        key={`${file} ${pointer.join('/')}`}
        shop={shop}
        file={file}
        references={now ? referencesIn(now.scope) : []}
        change={change}
      >
        {(root) => {
          const written = asObject(valueAt(root, pointer));
          return (
            <>
              <h3>属性</h3>
              <PropFields schema={schema} at={pointer} written={written} scope={now?.scope} />
              <h3>条件与时间</h3>
              <FieldsOf
                schema={pick(common, SHOWN_WHEN)}
                at={pointer}
                value={pickValues(written, SHOWN_WHEN)}
              />
              {schema['events'] !== undefined && (
                <>
                  <h3>动作</h3>
                  <EventFields schema={schema} at={pointer} written={written} scope={now?.scope} />
                </>
              )}
              {others.length > 0 && (
                <>
                  <h3>其他</h3>
                  <FieldsOf schema={pick(common, others)} at={pointer} value={pickValues(written, others)} />
                </>
              )}
            </>
          );
        }}
      </StudioForm>
      {placed.needs.length > 0 && (
        <>
          <h3>数据</h3>
          {placed.needs.map((name) => (
            <details key={name}>
              <summary>
                <code>$data.{name}</code>
              </summary>
              <pre>{JSON.stringify(now?.scope.data[name], null, 2)?.slice(0, 4000) ?? '（没有）'}</pre>
            </details>
          ))}
        </>
      )}
    </section>
  );
}

const pickValues = (value: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(value, name)).map((name) => [name, value[name]]));

interface FieldsProps {
  schema: JsonSchema;
  at: Pointer;
  written: Record<string, unknown>;
  scope: ReturnType<PlacedMark['read']>['scope'] | undefined;
}

/** The props of a block; those that are evaluated for each item may name it. */
function PropFields({ schema, at, written, scope }: FieldsProps) {
  const context = useFormContext();
  const props = propsOf(written);
  const required = asList(schema['required']);
  const itemReferencesOf = (list: string) => itemReferences(props[list], scope);
  return (
    <div className={styles['fields']}>
      {objectEntries(schema['properties']).map(([name, property]) => {
        const { perItem } = property;
        const references = [
          ...(typeof perItem === 'string' ? itemReferencesOf(perItem) : []),
          ...context.references,
        ];
        return (
          <FormContext
            key={name}
            value={{ ...context, references, itemReferences: itemReferencesOf, isRuntime: true }}
          >
            <ValueField
              label={labelOf(name, property)}
              schema={property}
              at={[...at, name]}
              value={props[name]}
              required={required.includes(name)}
            />
          </FormContext>
        );
      })}
    </div>
  );
}

/** What is done at each event of a block. */
function EventFields({ schema, at, written, scope }: FieldsProps) {
  const context = useFormContext();
  const actions = asObject(written['on']);
  return (
    <div className={styles['fields']}>
      {objectEntries(schema['events']).map(([event, declared]) => {
        const references = [...eventReferences(declared, propsOf(written), scope), ...context.references];
        return (
          <FormContext key={event} value={{ ...context, references }}>
            <ValueField
              label={labelOf(event, declared)}
              schema={{ type: 'array', items: { $ref: 'config:action' } }}
              at={[...at, 'on', event]}
              value={actions[event]}
              required={declared['required'] === true}
            />
          </FormContext>
        );
      })}
    </div>
  );
}

/** Keys of a page that are not in its form: they are the tree, or have a dialog of their own. */
const ELSEWHERE: ReadonlySet<string> = new Set(['blocks', 'children', 'path']);

interface OwnerInspectorProps extends InspectorProps {
  owner: OwnerNode;
  /** One of its blocks that is on the page: what it may name, its data may name as well. */
  mark: PlacedMark | undefined;
}

/** The settings of a page, or of a part of the shell. */
export function OwnerInspector({ shop, folder, owner, mark, change, onText }: OwnerInspectorProps) {
  const { kind, title, file, list } = owner;
  const schema = asObject(shop.project.library.config.get(kind));
  const at = list.slice(0, -1);
  const names = Object.keys(asObject(schema['properties'])).filter((name) => !ELSEWHERE.has(name));
  return (
    <section aria-label={kind === 'page' ? '页面的设置' : '外壳的设置'} className={styles['inspector']}>
      <h2>
        {title} <code>{owner.name}</code>
      </h2>
      <SourceLink folder={folder} file={file} line={1} onText={onText} />
      <StudioForm
        key={`${file} ${at.join('/')}`}
        shop={shop}
        file={file}
        references={mark ? referencesIn(mark.read().scope) : []}
        change={change}
      >
        {(root) => (
          <FieldsOf
            schema={pick(schema, names)}
            at={at}
            value={pickValues(asObject(valueAt(root, at)), names)}
          />
        )}
      </StudioForm>
    </section>
  );
}

interface FileInspectorProps extends InspectorProps {
  file: string;
  title: string;
  /** Name of the schema of such files. */
  kind: string;
}

/** A whole file of the shop that is no page: its ad slots, its settings. */
export function FileInspector({ shop, folder, file, title, kind, change, onText }: FileInspectorProps) {
  const schema = asObject(shop.project.library.config.get(kind));
  return (
    <section aria-label={title} className={styles['inspector']}>
      <h2>{title}</h2>
      <SourceLink folder={folder} file={file} line={1} onText={onText} />
      <StudioForm key={file} shop={shop} file={file} references={[]} change={change}>
        {(root) => <RootFields label={title} schema={schema} value={root} />}
      </StudioForm>
    </section>
  );
}
