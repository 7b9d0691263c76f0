import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { Checkbox } from '#engine/ui/checkbox/checkbox.tsx';
import { Empty } from '#engine/ui/empty/empty.tsx';
import { fill } from '#engine/ui/fill.ts';
import { LineHead } from '#engine/ui/line-head/line-head.tsx';
import { CartBar } from './cart-bar.tsx';
import { CartLineRow } from './cart-line.tsx';
import styles from './cart-table.module.css';
import { CartTools } from './cart-tools.tsx';
import { byWarehouse, isSavable, isSelectable } from './groups.ts';
import { useDrafts } from './use-drafts.ts';

function CartTable(props: BlockComponentProps<'cart-table'>) {
  const { label, lines, texts, link, priceNotice, emptyText, on } = props;
  const drafts = useDrafts(on);
  if (lines.length === 0) return <Empty title={emptyText} />;
  const isSelected = (line: (typeof lines)[number]) => drafts.of(line.id).selected ?? line.is_selected === 1;
  return (
    <section className={styles['cart']} aria-label={label}>
      <LineHead
        className={styles['head']}
        columns={[
          { text: texts.goods, span: 2 },
          { text: texts.expires },
          { text: texts.price, align: 'end' },
          { text: texts.number, align: 'center' },
          { text: texts.amount, align: 'end' },
          { text: texts.operation, align: 'end' },
        ]}
      />
      {byWarehouse(lines).map((group) => {
        const choosable = group.lines.filter(isSelectable);
        const chosen = choosable.filter(isSelected);
        return (
          <section key={group.id} className={styles['group']} aria-label={group.name}>
            <header className={styles['groupHead']}>
              <Checkbox
                label={fill(texts.selectGroup, { n: group.name })}
                hideLabel
                checked={choosable.length > 0 && chosen.length === choosable.length}
                indeterminate={chosen.length > 0 && chosen.length < choosable.length}
                disabled={choosable.length === 0}
                onChange={(selected) =>
                  drafts.select(
                    choosable.map(({ id }) => id),
                    selected,
                  )
                }
              />
              <h2 className={styles['groupName']}>{group.name}</h2>
            </header>
            <ul>
              {group.lines.map((line) => (
                <CartLineRow
                  key={line.id}
                  line={line}
                  draft={drafts.of(line.id)}
                  selected={isSelected(line)}
                  to={link?.(line)}
                  texts={texts}
                  priceNotice={priceNotice}
                  onEdit={(quantity) => drafts.edit(line.id, quantity)}
                  onSelect={(selected) => drafts.select([line.id], selected)}
                  onLater={
                    on.later && isSavable(line) ? () => void on.later?.({ ids: [line.id] }) : undefined
                  }
                  onRemove={() => on.remove?.({ ids: [line.id] })}
                />
              ))}
            </ul>
          </section>
        );
      })}
      <CartTools {...props} isSelected={isSelected} className={styles['tools']} />
      <CartBar {...props} drafts={drafts} isSelected={isSelected} />
    </section>
  );
}

export default defineBlock('cart-table', CartTable);
