import { type BlockComponentProps, defineBlock } from '#blocks/define-block.ts';
import { Empty } from '#ui/empty/empty.tsx';
import { RadioGroup } from '#ui/radio-group/radio-group.tsx';
import { useChoice } from '#ui/use-choice.ts';
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
  return (
    <RadioGroup
      legend={label}
      hideLegend
      layout="cards"
      value={String(chosen)}
      options={[
        ...coupons.map((coupon) => ({
          value: String(coupon.id),
          label: <CouponFace coupon={coupon} texts={texts} />,
          disabled: coupon.usable === false,
        })),
        { value: '0', label: noneText },
      ]}
      onChange={(id) => choose(Number(id))}
    />
  );
}

export default defineBlock('coupon-list', CouponList);
