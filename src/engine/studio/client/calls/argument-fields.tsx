import { asList, isObject, objectEntries, textOf } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import type { CallContract } from '#engine/generated/schemas.ts';
import type { CallInput } from '#engine/runtime/client.ts';
import { type FieldContext, ValueField } from '../prop-fields.tsx';
import styles from './calls.module.css';

const PARTS = { params: '地址里的参数', query: '查询参数', body: '请求体' } as const;

type Part = keyof typeof PARTS;

/** A list or object that was typed as JSON. */
function readTyped(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const nameOf = (name: string, { title, description }: JsonSchema) => {
  const words = textOf(title) || textOf(description);
  return words === '' ? name : `${words} ${name}`;
};

interface ArgumentFieldsProps {
  contract: CallContract;
  input: CallInput;
  context: FieldContext;
  onChange: (input: CallInput) => void;
}

/** The arguments of a call, as its declaration has them. */
export function ArgumentFields({ contract, input, context, onChange }: ArgumentFieldsProps) {
  const parts = (Object.keys(PARTS) as Part[]).filter(
    (part) => objectEntries(contract[part]['properties']).length > 0,
  );
  function set(part: Part, name: string, value: unknown) {
    const { [name]: _, ...rest } = input[part] ?? {};
    onChange({ ...input, [part]: value === undefined ? rest : { ...rest, [name]: readTyped(value) } });
  }
  if (parts.length === 0) return <p className={styles['quiet']}>这个接口没有参数。</p>;
  return parts.map((part) => (
    <fieldset key={part} className={styles['part']}>
      <legend>{PARTS[part]}</legend>
      {objectEntries(contract[part]['properties'])
        /* What is always sent is no choice. */
        .filter(([, schema]) => isObject(schema) && !('const' in schema))
        .map(([name, schema]) => (
          <ValueField
            key={name}
            label={nameOf(name, schema)}
            schema={schema}
            value={input[part]?.[name]}
            required={asList(contract[part]['required']).includes(name)}
            context={context}
            onChange={(value) => set(part, name, value)}
          />
        ))}
    </fieldset>
  ));
}
