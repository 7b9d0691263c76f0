import { useState } from 'react';
import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { Empty } from '#engine/ui/empty/empty.tsx';
import { fill } from '#engine/ui/fill.ts';
import { RadioGroup } from '#engine/ui/radio-group/radio-group.tsx';
import { Tag } from '#engine/ui/tag/tag.tsx';
import { useChoice } from '#engine/ui/use-choice.ts';
import styles from './address-picker.module.css';

function AddressPicker(props: BlockComponentProps<'address-picker'>) {
  const { label, addresses, value, shown, moreText, defaultText, emptyText, on } = props;
  const [all, setAll] = useState(false);
  const [chosen, choose] = useChoice(value, (id) => (id === null ? undefined : on.select?.({ id })));
  if (addresses.length === 0) return <Empty title={emptyText} />;
  const visible = addresses.filter((address, index) => all || index < shown || address.id === chosen);
  const hidden = addresses.length - visible.length;
  return (
    <div className={styles['picker']}>
      <RadioGroup
        legend={label}
        hideLegend
        layout="cards"
        value={chosen === null ? null : String(chosen)}
        options={visible.map((address) => ({
          value: String(address.id),
          label: (
            <span className={styles['name']}>
              <strong>{address.name}</strong>
              <span>{address.phone}</span>
              {address.is_default === 1 && <Tag tone="brand">{defaultText}</Tag>}
              {address.licensed_text ? <Tag tone="success">{address.licensed_text}</Tag> : null}
            </span>
          ),
          description: `${address.region} ${address.detail}`,
        }))}
        onChange={(id) => choose(Number(id))}
      />
      {hidden > 0 && (
        <Button variant="quiet" size="sm" onClick={() => setAll(true)}>
          {fill(moreText, { n: hidden })}
        </Button>
      )}
    </div>
  );
}

export default defineBlock('address-picker', AddressPicker);
