import { useId, useState } from 'react';
import { asList, asObject, isObject, objectEntries, textOf } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import type { SchemaLibrary } from '#engine/compiler/schema/library.ts';
import { itemsOf, shapes, typesOf } from '#engine/compiler/schema/shape.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { SelectField } from '#engine/ui/select-field/select-field.tsx';
import { TextField } from '#engine/ui/text-field/text-field.tsx';
import styles from './studio.module.css';

/** A reference that is in scope, with its value of now. */
export interface OfferedReference {
  text: string;
  value: string;
}

export interface FieldContext {
  library: SchemaLibrary;
  /** Addresses of pages, for fields that are links. */
  links: readonly string[];
  references: readonly OfferedReference[];
}

interface FieldProps {
  label: string;
  schema: JsonSchema;
  /** Undefined where nothing is written, and the default applies. */
  value: unknown;
  required: boolean;
  error?: string | undefined;
  context: FieldContext;
  /** `undefined` takes it away. */
  onChange: (value: unknown) => void;
}

const isReference = (value: unknown) => typeof value === 'string' && /^\$|\{\$/.test(value);

/** The words of a schema for a value, its default among them. */
function hintOf(schema: JsonSchema, shape: JsonSchema): string | undefined {
  const usual = schema['default'] ?? shape['default'];
  const parts = [
    shape['unit'] === undefined ? '' : `单位 ${textOf(shape['unit'])}`,
    usual === undefined ? '' : `默认 ${typeof usual === 'string' ? usual : JSON.stringify(usual)}`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? undefined : parts.join('，');
}

const YES_OR_NO = [
  { value: 'true', label: '是' },
  { value: 'false', label: '否' },
];

/** One value of a block as its schema has it: a list, an object, a choice, a number, a text or a reference. */
export function ValueField(props: FieldProps) {
  const { label, schema, value, required, error, context, onChange } = props;
  const all = shapes(schema, context.library);
  const shape = all[0] ?? {};
  const types = new Set(all.flatMap((one) => [...(typesOf(one) ?? [])]));
  const choices = all.flatMap((one) =>
    Array.isArray(one['enum']) ? (one['enum'] as unknown[]) : 'const' in one ? [one['const']] : [],
  );
  const hint = hintOf(schema, shape);
  if (Array.isArray(value)) return <ListField {...props} value={value} />;
  if (isObject(value)) return <ObjectField {...props} value={value} />;
  const isClosed =
    choices.length > 0 &&
    choices.length === all.flatMap((one) => asList(one['enum'] ?? [one['const']])).length;
  const isBoolean = types.has('boolean') && types.size === 1;
  if ((isClosed || isBoolean) && !isReference(value))
    return (
      <SelectField
        label={label}
        required={required}
        hint={hint}
        error={error}
        size="sm"
        placeholder={required ? '请选择' : '用默认值'}
        value={value === undefined ? '' : JSON.stringify(value)}
        options={
          isClosed
            ? choices.map((choice) => ({ value: JSON.stringify(choice), label: String(choice) }))
            : YES_OR_NO
        }
        onChange={({ target }) => onChange(target.value === '' ? undefined : JSON.parse(target.value))}
      />
    );
  const isNumber = types.size > 0 && [...types].every((type) => type === 'number' || type === 'integer');
  const isList = types.has('array') && types.size === 1;
  if (isList && value === undefined)
    return (
      <div className={styles['empty']}>
        <span>{label}</span>
        <Button
          size="sm"
          variant="quiet"
          onClick={() => onChange([emptyOf(itemsOf(schema, context.library), context.library)])}
        >
          加一项
        </Button>
        {error && <p className={styles['error']}>{error}</p>}
        <ScalarField
          {...props}
          label={`${label}（引用）`}
          isNumber={false}
          isLink={false}
          hint={hint}
          error={undefined}
        />
      </div>
    );
  return (
    <ScalarField
      {...props}
      isNumber={isNumber}
      isLink={shape['format'] === 'link' || shape['kind'] === 'link'}
      hint={hint}
    />
  );
}

interface ScalarProps extends FieldProps {
  isNumber: boolean;
  isLink: boolean;
  hint: string | undefined;
}

/** A text, number or reference; it is written when it is left, or Enter is pressed. */
/** A scalar as it stands in a text field. */
function scalarText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function ScalarField({
  label,
  value,
  required,
  error,
  context,
  onChange,
  isNumber,
  isLink,
  hint,
}: ScalarProps) {
  const id = useId();
  const shown = scalarText(value);
  const [typed, setTyped] = useState<{ of: string; text: string }>();
  const text = typed?.of === shown ? typed.text : shown;
  const current = context.references.find((one) => one.text === shown);

  function commit() {
    if (text === shown) return;
    const isPlainNumber = isNumber && /^-?\d+(?:\.\d+)?$/.test(text.trim());
    if (text === '' && !required) onChange(undefined);
    else onChange(isPlainNumber ? Number(text) : text);
  }
  return (
    <div>
      <TextField
        label={label}
        required={required}
        size="sm"
        error={error}
        hint={current ? `现在是 ${current.value}` : hint}
        value={text}
        inputMode={isNumber ? 'decimal' : 'text'}
        list={`${id}-list`}
        onChange={({ target }) => setTyped({ of: shown, text: target.value })}
        onBlur={commit}
        onDrop={(event) => {
          const dropped = event.dataTransfer.getData('text/plain');
          if (!isReference(dropped)) return;
          event.preventDefault();
          onChange(dropped);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
        }}
      />
      <datalist id={`${id}-list`}>
        {isLink && context.links.map((link) => <option key={link} value={link} aria-label={link} />)}
        {context.references.map(({ text, value }) => (
          <option key={text} value={text} label={value} aria-label={text} />
        ))}
      </datalist>
    </div>
  );
}

/** What a new item begins with: what its schema requires. */
function emptyOf(schema: JsonSchema, library: SchemaLibrary): unknown {
  const [shape = {}] = shapes(schema, library);
  if (shape['default'] !== undefined) return shape['default'];
  const types = typesOf(shape);
  if (types?.has('object')) {
    const properties = asObject(shape['properties']);
    const required = asList(shape['required']).filter((name) => typeof name === 'string');
    const [first] = Object.keys(properties);
    const names = required.length > 0 || first === undefined ? required : [first];
    return Object.fromEntries(names.map((name) => [name, emptyOf(asObject(properties[name]), library)]));
  }
  if (types?.has('integer') || types?.has('number')) return Number(shape['minimum'] ?? 1);
  if (types?.has('boolean')) return true;
  const [choice] = asList(shape['enum']);
  return choice ?? '文字';
}

function ListField({
  label,
  schema,
  value,
  error,
  context,
  onChange,
}: FieldProps & { value: readonly unknown[] }) {
  const items = itemsOf(schema, context.library);
  const swap = (from: number, to: number) => {
    const next = [...value];
    [next[from], next[to]] = [next[to], next[from]];
    onChange(next);
  };
  return (
    <fieldset className={styles['group']}>
      <legend>{label}</legend>
      {value.map((item, index) => (
        <div key={`${index} of ${value.length}`} className={styles['item']}>
          <ValueField
            label={`${label} ${index + 1}`}
            schema={items}
            value={item}
            required
            context={context}
            onChange={(next) => onChange(value.map((one, at) => (at === index ? next : one)))}
          />
          <div className={styles['tools']}>
            <Button
              size="sm"
              variant="quiet"
              disabled={index === 0}
              onClick={() => swap(index, index - 1)}
              aria-label={`${label} ${index + 1} 上移`}
            >
              ↑
            </Button>
            <Button
              size="sm"
              variant="quiet"
              disabled={index === value.length - 1}
              onClick={() => swap(index, index + 1)}
              aria-label={`${label} ${index + 1} 下移`}
            >
              ↓
            </Button>
            <Button
              size="sm"
              variant="quiet"
              onClick={() => onChange(value.filter((_, at) => at !== index))}
              aria-label={`${label} ${index + 1} 删除`}
            >
              删
            </Button>
          </div>
        </div>
      ))}
      <Button size="sm" onClick={() => onChange([...value, emptyOf(items, context.library)])}>
        加一项
      </Button>
      {error && <p className={styles['error']}>{error}</p>}
    </fieldset>
  );
}

function ObjectField({
  label,
  schema,
  value,
  error,
  context,
  onChange,
}: FieldProps & { value: Record<string, unknown> }) {
  const known = shapes(schema, context.library).flatMap((shape) => objectEntries(shape['properties']));
  const [shape = {}] = shapes(schema, context.library);
  const properties = new Map([...Object.keys(value).map((key) => [key, {}] as const), ...known]);
  return (
    <fieldset className={styles['group']}>
      <legend>{label}</legend>
      {[...properties].map(([key, property]) => (
        <ValueField
          key={key}
          label={labelOf(key, property)}
          schema={property}
          value={value[key]}
          required={asList(shape['required']).includes(key)}
          context={context}
          onChange={(next) => {
            const { [key]: _, ...rest } = value;
            onChange(next === undefined ? rest : { ...value, [key]: next });
          }}
        />
      ))}
      {error && <p className={styles['error']}>{error}</p>}
    </fieldset>
  );
}

/** What a prop is called: the words of its schema up to the first stop. */
export function labelOf(name: string, schema: JsonSchema): string {
  const words = textOf(schema['description']).split(/[，,。；：:（(]/, 1)[0] ?? '';
  return words === '' ? name : `${words} ${name}`;
}
