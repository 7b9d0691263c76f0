import ArrowDown from '@lucide/icons/icons/arrow-down';
import ArrowUp from '@lucide/icons/icons/arrow-up';
import Plus from '@lucide/icons/icons/plus';
import Trash2 from '@lucide/icons/icons/trash';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import type { Pointer } from '#engine/compiler/source/pointer.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { IconButton } from '#engine/ui/icon-button/icon-button.tsx';
import styles from './form.module.css';
import { useFormContext, type ValueComponent } from './form-context.ts';
import { beginningOf, itemAt } from './variants.ts';

interface ListFieldsProps {
  Value: ValueComponent;
  label: string;
  schema: JsonSchema;
  at: Pointer;
  value: readonly unknown[];
  required: boolean;
}

/** The items of a list, which can be put in another order, taken away and added. */
export function ListFields({ Value, label, schema, at, value, required }: ListFieldsProps) {
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
          <Value
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
                icon={<Icon of={ArrowUp} />}
                disabled={index === 0}
                onClick={() => move(at, index, index - 1)}
              />
              <IconButton
                size="sm"
                label={`${label} ${index + 1} 下移`}
                icon={<Icon of={ArrowDown} />}
                disabled={index === value.length - 1}
                onClick={() => move(at, index, index + 1)}
              />
              <IconButton
                size="sm"
                label={`${label} ${index + 1} 删除`}
                icon={<Icon of={Trash2} />}
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
          icon={<Icon of={Plus} />}
          aria-label={`${label} 加一项`}
          onClick={add}
        >
          加一项
        </Button>
      )}
    </div>
  );
}
