import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { Empty } from '#engine/ui/empty/empty.tsx';
import { fill } from '#engine/ui/fill.ts';
import { RadioGroup } from '#engine/ui/radio-group/radio-group.tsx';
import { useChoice } from '#engine/ui/use-choice.ts';
import { CouponFace } from './coupon-face.tsx';
import styles from './coupon-list.module.css';

type Props = BlockComponentProps<'coupon-list'>;

function CouponList(props: Props) {
  if (props.coupons.length === 0) return <Empty title={props.emptyText} />;
  return props.variant === 'select' ? <CouponChoice {...props} /> : <CouponCards {...props} />;
}

function CouponCards({ label, coupons, texts }: Props) {
  return (
    <ul className={styles['cards']} aria-label={label}>
      {coupons.map((coupon) => (
        <li key={coupon.id} className={styles['card']}>
          <CouponFace coupon={coupon} texts={texts} status />
        </li>
      ))}
    </ul>
  );
}

/** 0 stands for none, so that "none" is a choice like the others. */
function CouponChoice({ label, coupons, value, noneText, texts, on }: Props) {
  const [chosen, choose] = useChoice(value ?? 0, (id) => on.select?.({ id }));
  const usable = coupons.filter((coupon) => coupon.usable !== false);
  const others = coupons.filter((coupon) => coupon.usable === false);
  return (
    <div className={styles['choice']}>
      <RadioGroup
        legend={label}
        hideLegend
        layout="wide"
        value={String(chosen)}
        options={[
          ...usable.map((coupon) => ({
            value: String(coupon.id),
            label: <CouponFace coupon={coupon} texts={texts} />,
          })),
          { value: '0', label: noneText },
        ]}
        onChange={(id) => choose(Number(id))}
      />
      {others.length > 0 && (
        <details className={styles['others']}>
          <summary>{fill(texts.unusable, { n: others.length })}</summary>
          <ul className={styles['reasons']}>
            {others.map((coupon) => (
              <li key={coupon.id}>
                <CouponFace coupon={coupon} texts={texts} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

export default defineBlock('coupon-list', CouponList);
