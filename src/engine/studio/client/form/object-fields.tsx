import { asList, objectEntries, textOf } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import { shapes } from '#engine/compiler/schema/shape.ts';
import type { Pointer } from '#engine/compiler/source/pointer.ts';
import styles from './form.module.css';
import { FormContext, useFormContext, type ValueComponent } from './form-context.ts';
import { labelOf } from './variants.ts';

/** The parts of a call that it declares itself. */
const PARTS: ReadonlySet<string> = new Set(['params', 'query', 'body']);

export interface ObjectFieldsProps {
  Value: ValueComponent;
  label?: string;
  schema: JsonSchema;
  at: Pointer;
  value: Readonly<Record<string, unknown>>;
  /** The one key that there is. */
  only?: string | undefined;
}

/** The fields of an object: those that its schema names, and what is written beside them. */
export function ObjectFields({ Value, schema, at, value, only }: ObjectFieldsProps) {
  const context = useFormContext();
  const { library, argumentsOf, itemReferences, references } = context;
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
          const { perItem } = property;
          const own = typeof perItem === 'string' ? itemReferences(perItem) : [];
          const inner = { ...context, references: [...own, ...references] };
          return (
            <FormContext key={name} value={declared ? { ...inner, isRuntime: true } : inner}>
              <Value
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
