import Trash2 from '@lucide/icons/icons/trash';
import { asObject, isObject, textOf } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import { itemsOf } from '#engine/compiler/schema/shape.ts';
import type { Pointer } from '#engine/compiler/source/pointer.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { IconButton } from '#engine/ui/icon-button/icon-button.tsx';
import styles from './form.module.css';
import { useFormContext, type ValueComponent } from './form-context.ts';
import { SuggestField } from './suggest-field.tsx';
import { beginningOf } from './variants.ts';

interface EntryFieldsProps {
  Value: ValueComponent;
  label: string;
  schema: JsonSchema;
  at: Pointer;
  value: Readonly<Record<string, unknown>>;
}

/** Entries of an object that are all shown unfolded. */
const MANY = 4;

/** An object whose keys the shop chooses: each with its value, and a line to add one. */
export function EntryFields({ Value, label, schema, at, value }: EntryFieldsProps) {
  const { library, isRuntime, edit, offers } = useFormContext();
  const inner = isObject(schema['additionalProperties'])
    ? schema['additionalProperties']
    : itemsOf({}, library);
  const names = offers(textOf(asObject(schema['propertyNames'])['format']));
  const add = (text: string) => {
    const name = text.trim();
    if (name !== '' && !Object.hasOwn(value, name))
      edit([...at, name], beginningOf(inner, library, isRuntime));
  };
  return (
    <div className={styles['fields']}>
      {Object.entries(value).map(([name, one]) => (
        <div key={name} className={styles['item']}>
          <Value
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
              icon={<Icon of={Trash2} />}
              onClick={() => edit([...at, name], undefined)}
            />
          </div>
        </div>
      ))}
      <SuggestField
        label={`${label} 新的名字`}
        hideLabel
        placeholder="加一项：新的名字，按 Enter"
        value=""
        isEmptied
        offers={names.filter((one) => !Object.hasOwn(value, one.value))}
        onCommit={add}
      />
    </div>
  );
}
