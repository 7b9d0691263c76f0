import { useFormats } from '#engine/blocks/use-formats.ts';
import { displayValue } from '#engine/runtime/format/display.ts';
import { own } from '#engine/runtime/own.ts';
import { cx } from '#engine/ui/cx.ts';
import { Image, type ImageProps } from '#engine/ui/image/image.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { Tag, type TagTone } from '#engine/ui/tag/tag.tsx';
import { Buy } from './buy.tsx';
import styles from './card.module.css';
import { CardActions } from './card-actions.tsx';
import type { CardProps } from './card-props.ts';
import { Progress } from './progress.tsx';
import { Schedule } from './schedule.tsx';
import { Worth } from './worth.tsx';

const TAGS: ReadonlySet<string> = new Set([
  'brand',
  'promo',
  'info',
  'success',
  'warning',
  'danger',
  'neutral',
]);
const TONES: ReadonlySet<string> = new Set(['brand', 'promo', 'herb', 'amber', 'rose', 'slate']);

/** One card: picture or figure, what it is, how far it is, and what can be done with it. */
export function Card({ eager, main, ...props }: CardProps & Required<Pick<ImageProps, 'eager' | 'main'>>) {
  const { item, layout, facts } = props;
  const formats = useFormats();
  const image = props.image?.(item);
  const to = props.to?.(item);
  const title = props.title(item);
  const text = props.text?.(item);
  const note = props.note?.(item);
  const remark = props.remark?.(item);
  const tone = props.tone?.(item) ?? '';
  const known = facts
    .map(({ label, value }) => ({ label, value: displayValue(value(item), 'text', formats) }))
    .filter(({ value }) => value !== '');
  return (
    <article
      className={cx(
        styles['card'],
        styles[layout],
        layout === 'banner' && styles[TONES.has(tone) ? tone : 'brand'],
        props.dim?.(item) && styles['dim'],
      )}
    >
      {layout === 'ticket' && (
        <div className={styles['stub']}>
          <Worth {...props} />
        </div>
      )}
      {layout !== 'ticket' && image && (
        <Image
          src={image}
          alt=""
          width={240}
          height={240}
          eager={eager}
          main={main}
          className={styles['picture']}
        />
      )}
      <div className={styles['body']}>
        <p className={styles['title']}>
          {to ? <Link to={to}>{title}</Link> : title}
          <Badge {...props} />
        </p>
        {text && <p className={styles['text']}>{text}</p>}
        {note && <p className={styles['note']}>{note}</p>}
        <Lines {...props} />
        {layout !== 'ticket' && <Worth {...props} />}
        {known.length > 0 && (
          <dl className={styles['facts']}>
            {known.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        <Progress {...props} />
        <Schedule {...props} />
        <Buy {...props} />
        {remark && <p className={styles['off']}>{remark}</p>}
        <CardActions {...props} />
      </div>
    </article>
  );
}

function Badge({ item, badge, badgeTone, badgeWords }: CardProps) {
  const value = badge?.(item);
  const text = value && Object.keys(badgeWords).length > 0 ? own(badgeWords, value) : value;
  if (!text) return null;
  const tone = badgeTone?.(item) ?? '';
  return <Tag tone={TAGS.has(tone) ? (tone as TagTone) : 'neutral'}>{text}</Tag>;
}

function Lines({ item, lines }: CardProps) {
  const list = lines?.(item);
  if (!Array.isArray(list) || list.length === 0) return null;
  return (
    <ul className={styles['lines']}>
      {list.map((line) => (
        <li key={String(line)}>{String(line)}</li>
      ))}
    </ul>
  );
}
