import { asList, objectEntries } from '#engine/compiler/json.ts';
import { type Pointer, valueAt } from '#engine/compiler/source/pointer.ts';
import type { CallContract } from '#engine/generated/schemas.ts';
import type { CallInput } from '#engine/runtime/client.ts';
import { FormContext } from '../form/form-context.ts';
import { formSettings } from '../form/form-settings.ts';
import { ValueField } from '../form/value-field.tsx';
import { hasHole, labelOf, withValue } from '../form/variants.ts';
import type { Shop } from '../shop-model.ts';
import styles from './calls.module.css';

const PARTS = { params: '地址里的参数', query: '查询参数', body: '请求体' } as const;

type Part = keyof typeof PARTS;

interface ArgumentFieldsProps {
  shop: Shop;
  contract: CallContract;
  input: CallInput;
  onChange: (input: CallInput) => void;
}

const isPart = (part: unknown): part is Part => typeof part === 'string' && Object.hasOwn(PARTS, part);

/** The arguments of a call, as its declaration has them. What is not filled in yet is in `input` as a hole. */
export function ArgumentFields({ shop, contract, input, onChange }: ArgumentFieldsProps) {
  const parts = (Object.keys(PARTS) as Part[]).filter(
    (part) => objectEntries(contract[part]['properties']).length > 0,
  );
  if (parts.length === 0) return <p className={styles['quiet']}>这个接口没有参数。</p>;
  const edit = ([part, ...at]: Pointer, next: unknown) => {
    if (isPart(part)) onChange({ ...input, [part]: withValue(input[part] ?? {}, at, next) });
  };
  const move = (list: Pointer, from: number, to: number) => {
    const items: unknown[] = [...asList(valueAt(input, list))];
    items.splice(to, 0, ...items.splice(from, 1));
    edit(list, items);
  };
  return (
    <FormContext
      value={{
        ...formSettings(shop),
        isRuntime: false,
        references: [],
        argumentsOf: () => undefined,
        itemReferences: () => [],
        errorAt: () => undefined,
        isUnwritten: (at) => hasHole(valueAt(input, at)),
        edit,
        move,
      }}
    >
      {parts.map((part) => (
        <fieldset key={part} className={styles['part']}>
          <legend>{PARTS[part]}</legend>
          {objectEntries(contract[part]['properties'])
            /* What is always sent is no choice. */
            .filter(([, schema]) => !('const' in schema))
            .map(([name, schema]) => (
              <ValueField
                key={name}
                label={labelOf(name, { ...schema, description: schema['title'] ?? schema['description'] })}
                schema={schema}
                at={[part, name]}
                value={input[part]?.[name]}
                required={asList(contract[part]['required']).includes(name)}
              />
            ))}
        </fieldset>
      ))}
    </FormContext>
  );
}
