import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useState } from 'react';
import { asList, asObject, isObject, objectEntries, textOf } from '#engine/compiler/json.ts';
import { writeMoment } from '#engine/compiler/schedule/local-time.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import type { SchemaLibrary } from '#engine/compiler/schema/library.ts';
import { itemsOf, shapes } from '#engine/compiler/schema/shape.ts';
import type { Pointer } from '#engine/compiler/source/pointer.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { IconButton } from '#engine/ui/icon-button/icon-button.tsx';
import { SelectField } from '#engine/ui/select-field/select-field.tsx';
import { TextField } from '#engine/ui/text-field/text-field.tsx';
import styles from './form.module.css';
import { FormContext, useFormContext } from './form-context.ts';
import { ChoiceField, MomentField, type ScalarProps, TypedField } from './scalar-fields.tsx';
import {
  HOLE,
  hasHole,
  initialOf,
  itemAt,
  shortWords,
  type Variant,
  variantAt,
  variantsOf,
} from './variants.ts';

interface ValueFieldProps {
  label: string;
  schema: JsonSchema;
  /** Its place in the file. */
  at: Pointer;
  /** Undefined where nothing is written, and the default applies. */
  value: unknown;
  required?: boolean;
  /** The label is read aloud but not shown. */
  hideLabel?: boolean;
  /** Shown when it is asked for, as one of many. */
  isFolded?: boolean;
}

/** What a prop is called: the words of its schema, and its key. */
export function labelOf(name: string, schema: JsonSchema): string {
  const words = shortWords(schema);
  return words === '' || words === name ? name : `${words} ${name}`;
}

/** The default of a schema in words. */
function hintOf(schema: JsonSchema, shape: JsonSchema): string | undefined {
  const usual = schema['default'] ?? shape['default'];
  if (usual === undefined || isObject(usual)) return undefined;
  return `默认 ${typeof usual === 'string' ? usual : JSON.stringify(usual)}`;
}

const SCALARS: Partial<Record<Variant['editor'], (props: ScalarProps) => React.JSX.Element>> = {
  choice: ChoiceField,
  moment: MomentField,
  text: TypedField,
  number: TypedField,
  reference: TypedField,
  any: TypedField,
};

const isEmpty = (value: unknown) => value === undefined || value === null;

const isTyped = ({ editor }: Variant) => editor === 'text' || editor === 'reference';

/** Can a value be chosen, or else be typed or built? */
const isChoice = (variants: readonly Variant[]) =>
  variants.some(({ editor }) => editor === 'choice') &&
  variants.every((one) => isTyped(one) || one.editor === 'choice' || one.editor === 'condition');

/** The place of the way in which an empty value is most likely to be written; -1 where that has to be chosen. */
function likelyAt(variants: readonly Variant[]): number {
  if (variants.length === 1) return 0;
  const likely = isChoice(variants) ? 'choice' : 'moment';
  return variants.findIndex(({ editor }) => editor === likely);
}

/** One value as its schema lets it be written: a choice, a number, a text, a reference, a list or an object. */
export function ValueField(props: ValueFieldProps) {
  const { label, schema, at, value: given, required = false, hideLabel = false, isFolded = false } = props;
  const value = given === HOLE ? undefined : given;
  const context = useFormContext();
  const { library, isRuntime, errorAt, edit, offers } = context;
  const [picked, setPicked] = useState<number>();
  /* What was begun here stays in view once it is whole. */
  const [isBegun, setBegun] = useState(false);
  if (!isBegun && hasHole(given)) setBegun(true);
  const variants = variantsOf(schema, library, isRuntime, value);
  const fitting = isEmpty(value) ? -1 : variantAt(value, variants);
  const index = fitting >= 0 ? fitting : (picked ?? likelyAt(variants));
  const variant = variants[index];

  const choose = (place: number) => {
    const next = variants[place];
    setPicked(place);
    if (next === undefined) return edit(at, undefined);
    if (next.editor === 'moment' && typeof value === 'number')
      return edit(at, writeMoment(value * 1000, context.timeZone));
    const initial = initialOf(next, library);
    if (initial !== HOLE || given === HOLE) return edit(at, initial);
    return isEmpty(value) ? undefined : edit(at, undefined);
  };

  const typed = variants.find(isTyped);
  const named = typed ? offers(textOf(typed.schema['format'])) : [];
  const listed = variants.find(({ editor }) => editor === 'choice');
  const isNamed = named.some((one) => one.value === value);
  if (isChoice(variants) && listed && (variant === listed || isNamed)) {
    const others = variants.filter(({ editor }) => editor === 'reference' || editor === 'condition');
    return (
      <ChoiceField
        {...{ label, hideLabel, required, value }}
        variant={listed}
        others={[...named, ...others.map((one) => ({ value: `${one.label}…`, label: '' }))]}
        error={errorAt(at)}
        hint={hintOf(schema, listed.schema)}
        onChange={(next) => {
          const other = others.find((one) => `${one.label}…` === next);
          if (other) choose(variants.indexOf(other));
          else edit(at, next);
        }}
      />
    );
  }
  const picker = variants.length > 1 && (
    <SelectField
      label={`${label} 怎么写`}
      hideLabel
      size="sm"
      value={index < 0 ? '' : String(index)}
      {...((!required || index < 0) && { placeholder: '不写' })}
      options={variants.map((one, place) => ({ value: String(place), label: one.label }))}
      onChange={({ target }) => choose(target.value === '' ? -1 : Number(target.value))}
    />
  );
  const Scalar = variant && SCALARS[variant.editor];
  const field = Scalar && (
    <Scalar
      {...{ label, required, value }}
      hideLabel={hideLabel || picker !== false}
      variant={variant}
      error={errorAt(at)}
      hint={hintOf(schema, variant.schema)}
      onChange={(next) => edit(at, next)}
    />
  );
  if (field && picker === false) return field;
  if (variant === undefined || field)
    return (
      <div className={styles['varied']}>
        <span className={styles['label']} aria-hidden="true">
          {label}
          {required && ' *'}
        </span>
        <div className={styles['pair']}>
          {picker}
          {field}
        </div>
      </div>
    );
  return (
    <Group
      label={label}
      at={at}
      required={required}
      isOpen={(required || !isEmpty(value)) && (!isFolded || isBegun)}
    >
      {picker}
      {variant.editor === 'condition' && (
        <FormContext value={{ ...context, isRuntime: false }}>
          <ValueField label={`${label} 的条件`} schema={variant.schema} at={at} value={given} required />
        </FormContext>
      )}
      {variant.editor === 'list' && (
        <ListFields label={label} schema={variant.schema} at={at} value={asList(value)} required={required} />
      )}
      {variant.editor === 'fields' && (
        <ObjectFields schema={variant.schema} at={at} value={asObject(value)} only={variant.only} />
      )}
      {variant.editor === 'entries' && (
        <EntryFields label={label} schema={variant.schema} at={at} value={asObject(value)} />
      )}
    </Group>
  );
}

interface GroupProps {
  label: string;
  at: Pointer;
  required: boolean;
  isOpen: boolean;
  children: ReactNode;
}

/** A value that has fields of its own, with what keeps it from being written. */
function Group({ label, at, required, isOpen, children }: GroupProps) {
  const { errorAt, isUnwritten } = useFormContext();
  const error = errorAt(at);
  const unwritten = isUnwritten(at);
  return (
    <details className={styles['group']} data-unwritten={unwritten || undefined} open={isOpen}>
      <summary>
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </summary>
      {children}
      {unwritten && <p className={styles['hint']}>还没写进文件：把带 * 的填好。</p>}
      {error && (
        <p role="alert" className={styles['error']}>
          {error}
        </p>
      )}
    </details>
  );
}

interface ListFieldsProps {
  label: string;
  schema: JsonSchema;
  at: Pointer;
  value: readonly unknown[];
  required: boolean;
}

function ListFields({ label, schema, at, value, required }: ListFieldsProps) {
  const { library, isRuntime, edit, move } = useFormContext();
  const most = typeof schema['maxItems'] === 'number' ? schema['maxItems'] : Number.POSITIVE_INFINITY;
  const least = typeof schema['minItems'] === 'number' ? schema['minItems'] : 0;
  const isFixed = most === least;
  const add = () => {
    const items = itemAt(schema, value.length, library);
    edit([...at, value.length], beginningOf(items, library, isRuntime));
  };
  const remove = (index: number) =>
    value.length === 1 && !required ? edit(at, undefined) : edit([...at, index], undefined);
  return (
    <div className={styles['list']}>
      {value.map((item, index) => (
        <div key={`${index} of ${value.length}`} className={styles['item']}>
          <ValueField
            label={`${label} ${index + 1}`}
            schema={itemAt(schema, index, library)}
            at={[...at, index]}
            value={item}
            required
          />
          {!isFixed && (
            <div className={styles['tools']}>
              <IconButton
                size="sm"
                label={`${label} ${index + 1} 上移`}
                icon={<ArrowUp aria-hidden="true" />}
                disabled={index === 0}
                onClick={() => move(at, index, index - 1)}
              />
              <IconButton
                size="sm"
                label={`${label} ${index + 1} 下移`}
                icon={<ArrowDown aria-hidden="true" />}
                disabled={index === value.length - 1}
                onClick={() => move(at, index, index + 1)}
              />
              <IconButton
                size="sm"
                label={`${label} ${index + 1} 删除`}
                icon={<Trash2 aria-hidden="true" />}
                onClick={() => remove(index)}
              />
            </div>
          )}
        </div>
      ))}
      {value.length < most && (
        <Button
          size="sm"
          variant="quiet"
          icon={<Plus aria-hidden="true" />}
          aria-label={`${label} 加一项`}
          onClick={add}
        >
          加一项
        </Button>
      )}
    </div>
  );
}

/** What a new value of a schema begins with; a hole where it may be written in several ways. */
function beginningOf(schema: JsonSchema, library: SchemaLibrary, isRuntime: boolean): unknown {
  const written = variantsOf(schema, library, isRuntime).filter(({ editor }) => editor !== 'reference');
  const [only, ...others] = written;
  return only === undefined || others.length > 0 ? HOLE : initialOf(only, library);
}

/** The parts of a call that it declares itself. */
const PARTS: ReadonlySet<string> = new Set(['params', 'query', 'body']);

interface ObjectFieldsProps {
  label?: string;
  schema: JsonSchema;
  at: Pointer;
  value: Readonly<Record<string, unknown>>;
  /** The one key that there is. */
  only?: string | undefined;
}

/** The fields of an object: those that its schema names, and what is written beside them. */
export function ObjectFields({ schema, at, value, only }: ObjectFieldsProps) {
  const context = useFormContext();
  const { library, argumentsOf } = context;
  const known = shapes(schema, library).flatMap((shape) => objectEntries(shape['properties']));
  const written = Object.keys(value).map((key) => [key, {}] as const);
  const properties = [...new Map<string, JsonSchema>([...written, ...known])];
  const order = known.map(([key]) => key);
  const sorted = properties.toSorted(([a], [b]) => placeIn(order, a) - placeIn(order, b));
  const call = textOf(value['call']);
  const required = asList(schema['required']);
  const isInCall = (name: string) => call !== '' && PARTS.has(name);
  return (
    <div className={styles['fields']}>
      {sorted
        .filter(([name]) => only === undefined || name === only)
        .map(([name, property]) => {
          const declared = isInCall(name) ? argumentsOf(call, name) : undefined;
          if (isInCall(name) && declared === undefined && value[name] === undefined) return null;
          return (
            <FormContext key={name} value={declared ? { ...context, isRuntime: true } : context}>
              <ValueField
                label={labelOf(name, property)}
                hideLabel={only !== undefined}
                schema={declared ? { ...declared, description: property['description'] } : property}
                at={[...at, name]}
                value={value[name]}
                required={required.includes(name)}
              />
            </FormContext>
          );
        })}
    </div>
  );
}

const placeIn = (order: readonly string[], key: string) => {
  const found = order.indexOf(key);
  return found < 0 ? order.length : found;
};

interface EntryFieldsProps {
  label: string;
  schema: JsonSchema;
  at: Pointer;
  value: Readonly<Record<string, unknown>>;
}

/** Entries of an object that are all shown unfolded. */
const MANY = 4;

/** An object whose keys the shop chooses: each with its value, and a line to add one. */
function EntryFields({ label, schema, at, value }: EntryFieldsProps) {
  const { library, isRuntime, edit } = useFormContext();
  const [key, setKey] = useState('');
  const inner = isObject(schema['additionalProperties'])
    ? schema['additionalProperties']
    : itemsOf({}, library);
  const add = () => {
    const name = key.trim();
    if (name === '' || Object.hasOwn(value, name)) return;
    edit([...at, name], beginningOf(inner, library, isRuntime));
    setKey('');
  };
  return (
    <div className={styles['fields']}>
      {Object.entries(value).map(([name, one]) => (
        <div key={name} className={styles['item']}>
          <ValueField
            label={name}
            schema={inner}
            at={[...at, name]}
            value={one}
            required
            isFolded={Object.keys(value).length > MANY}
          />
          <div className={styles['tools']}>
            <IconButton
              size="sm"
              label={`${label} ${name} 删除`}
              icon={<Trash2 aria-hidden="true" />}
              onClick={() => edit([...at, name], undefined)}
            />
          </div>
        </div>
      ))}
      <div className={styles['pair']}>
        <TextField
          label={`${label} 新的名字`}
          hideLabel
          placeholder="新的名字"
          size="sm"
          value={key}
          onChange={({ target }) => setKey(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') add();
          }}
        />
        <Button
          size="sm"
          variant="quiet"
          icon={<Plus aria-hidden="true" />}
          disabled={key.trim() === ''}
          onClick={add}
          aria-label={`${label} 加一项`}
        >
          加一项
        </Button>
      </div>
    </div>
  );
}

/** The fields of a whole file. */
export function RootFields({ label, schema, value }: { label: string; schema: JsonSchema; value: unknown }) {
  const { library, isRuntime } = useFormContext();
  const [variant] = variantsOf(schema, library, isRuntime);
  const Fields = variant?.editor === 'entries' ? EntryFields : ObjectFields;
  return <Fields label={label} schema={variant?.schema ?? schema} at={[]} value={asObject(value)} />;
}
