import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { FilterTabs } from '#engine/ui/tabs/filter-tabs.tsx';
import styles from './tabs.module.css';

function Tabs({ label, items, value, on }: BlockComponentProps<'tabs'>) {
  const known = items.find((item) => String(item.value) === String(value ?? ''));
  const current = known ?? items[0];
  return (
    <div className={styles['tabs']}>
      <FilterTabs
        label={label}
        items={items.map((item) => ({ id: String(item.value), label: item.label, count: item.count }))}
        value={String(current?.value ?? '')}
        onChange={(id) => {
          const chosen = items.find((item) => String(item.value) === id);
          if (chosen) void on.change?.({ value: chosen.value });
        }}
      />
    </div>
  );
}

export default defineBlock('tabs', Tabs);
