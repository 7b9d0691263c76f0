import { type ReactNode, useState } from 'react';
import { asList, asObject, isObject, textOf } from '#engine/compiler/json.ts';
import { writeMoment } from '#engine/compiler/schedule/local-time.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import type { Pointer } from '#engine/compiler/source/pointer.ts';
import { SelectField } from '#engine/ui/select-field/select-field.tsx';
import { EntryFields } from './entry-fields.tsx';
import styles from './form.module.css';
import { FormContext, useFormContext, type ValueFieldProps } from './form-context.ts';
import { ListFields } from './list-fields.tsx';
import { ObjectFields, type ObjectFieldsProps } from './object-fields.tsx';
import { ChoiceField, MomentField, type ScalarProps, TypedField } from './scalar-fields.tsx';
import { HOLE, hasHole, initialOf, type Variant, variantAt, variantsOf } from './variants.ts';

/** The default of a schema in words. */
function hintOf(schema: JsonSchema, shape: JsonSchema): string | undefined {
  const usual = schema['default'] ?? shape['default'];
  if (usual === undefined || usual === '' || isObject(usual)) return undefined;
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
        <ListFields
          Value={ValueField}
          label={label}
          schema={variant.schema}
          at={at}
          value={asList(value)}
          required={required}
        />
      )}
      {variant.editor === 'fields' && (
        <ObjectFields
          Value={ValueField}
          schema={variant.schema}
          at={at}
          value={asObject(value)}
          only={variant.only}
        />
      )}
      {variant.editor === 'entries' && (
        <EntryFields
          Value={ValueField}
          label={label}
          schema={variant.schema}
          at={at}
          value={asObject(value)}
        />
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

/** The fields of an object of any schema. */
export const FieldsOf = (props: Omit<ObjectFieldsProps, 'Value'>) => (
  <ObjectFields Value={ValueField} {...props} />
);

/** The fields of a whole file. */
export function RootFields({ label, schema, value }: { label: string; schema: JsonSchema; value: unknown }) {
  const { library, isRuntime } = useFormContext();
  const [variant] = variantsOf(schema, library, isRuntime);
  const Fields = variant?.editor === 'entries' ? EntryFields : ObjectFields;
  return (
    <Fields
      Value={ValueField}
      label={label}
      schema={variant?.schema ?? schema}
      at={[]}
      value={asObject(value)}
    />
  );
}
