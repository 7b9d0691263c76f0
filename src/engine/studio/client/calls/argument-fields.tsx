import { asList, asObject, objectEntries } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import { type Pointer, valueAt } from '#engine/compiler/source/pointer.ts';
import type { CallContract } from '#engine/generated/schemas.ts';
import type { CallInput } from '#engine/runtime/client.ts';
import { formatsOf } from '#engine/runtime/format/formats.ts';
import { FormContext } from '../form/form-context.ts';
import { offersOf } from '../form/offers.ts';
import { ObjectFields } from '../form/value-field.tsx';
import { withValue } from '../form/variants.ts';
import type { Shop } from '../shop-model.ts';
import styles from './calls.module.css';

const PARTS = { params: '地址里的参数', query: '查询参数', body: '请求体' } as const;

type Part = keyof typeof PARTS;

/** The fields that can be chosen, called what their declaration calls them; what is always sent is none. */
function chosenFields(schema: JsonSchema): JsonSchema {
  const properties = objectEntries(schema['properties'])
    .filter(([, property]) => !('const' in property))
    .map(([name, property]) => [
      name,
      { ...property, description: property['title'] ?? property['description'] },
    ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

interface ArgumentFieldsProps {
  shop: Shop;
  contract: CallContract;
  input: CallInput;
  onChange: (input: CallInput) => void;
}

/** The arguments of a call, as its declaration has them. */
export function ArgumentFields({ shop, contract, input, onChange }: ArgumentFieldsProps) {
  const parts = (Object.keys(PARTS) as Part[])
    .map((part) => ({ part, schema: chosenFields(contract[part]) }))
    .filter(({ schema }) => Object.keys(asObject(schema['properties'])).length > 0);
  if (parts.length === 0) return <p className={styles['quiet']}>这个接口没有参数。</p>;
  const formats = formatsOf(shop.registry.site);
  const edit = (at: Pointer, next: unknown) => onChange(withValue(input, at, next) as CallInput);
  return (
    <FormContext
      value={{
        library: shop.project.library,
        isRuntime: false,
        references: [],
        offers: offersOf(shop),
        argumentsOf: () => undefined,
        words: { today: () => formats.isoDate(Date.now() / 1000), monthName: formats.calendar },
        timeZone: shop.registry.site.timeZone,
        errorAt: () => undefined,
        isUnwritten: () => false,
        edit,
        move(list, from, to) {
          const items = [...asList(valueAt(input, list))];
          items.splice(to, 0, ...items.splice(from, 1));
          edit(list, items);
        },
      }}
    >
      {parts.map(({ part, schema }) => (
        <fieldset key={part} className={styles['part']}>
          <legend>{PARTS[part]}</legend>
          <ObjectFields schema={schema} at={[part]} value={input[part] ?? {}} />
        </fieldset>
      ))}
    </FormContext>
  );
}
