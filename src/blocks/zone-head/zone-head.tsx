import { useAtomValue } from 'jotai';
import { formatDate } from '#domain/format.ts';
import { nowAtom } from '#runtime/clock.ts';
import { Countdown } from '#ui/countdown/countdown.tsx';
import { cx } from '#ui/cx.ts';
import { fill } from '#ui/fill.ts';
import { Link } from '#ui/link/link.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './zone-head.module.css';

type Props = BlockComponentProps<'zone-head'>;

/** The band that tells one zone from another, with its rules and, where it has a schedule, the time left. */
function ZoneHead(props: Props) {
  const { title, main, subtitle, tone, motif, rules, rulesText, lines, links } = props;
  const Heading = main ? 'h1' : 'h2';
  return (
    <section className={cx(styles['head'], styles[tone], styles[motif])}>
      <div className={styles['band']}>
        <div className={styles['names']}>
          <Heading className={styles['title']}>{title}</Heading>
          {subtitle && <p className={styles['subtitle']}>{subtitle}</p>}
        </div>
        <div className={styles['side']}>
          <Schedule {...props} />
          {links.length > 0 && (
            <p className={styles['links']}>
              {links.map(({ text, url }) => (
                <Link key={text} to={url}>
                  {text}
                </Link>
              ))}
            </p>
          )}
        </div>
      </div>
      {rules.length > 0 && (
        <ul className={styles['rules']} aria-label={rulesText}>
          {rules.map((rule) => (
            <li key={rule.title} className={styles['rule']}>
              <Rule {...rule} />
            </li>
          ))}
        </ul>
      )}
      {lines.length > 0 && (
        <ol className={styles['lines']} aria-label={rulesText}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Rule({ title, text, to }: Props['rules'][number]) {
  const content = (
    <>
      <strong>{title}</strong>
      {text && <span>{text}</span>}
    </>
  );
  return to ? <Link to={to}>{content}</Link> : content;
}

/** Seconds left over which nobody counts the hours. */
const FAR = 60 * 86_400;

/** By the server's clock: the page turns over at the second, without being loaded again. */
function Schedule({ startsAt, endsAt, comingText, openText, farText, endedText }: Props) {
  const now = useAtomValue(nowAtom);
  if (startsAt !== null && now < startsAt)
    return <Countdown inverse seconds={startsAt - now} label={comingText} />;
  if (endsAt === null) return null;
  if (endsAt - now > FAR) return <p>{fill(farText, { date: formatDate(endsAt) })}</p>;
  if (now < endsAt) return <Countdown inverse seconds={endsAt - now} label={openText} />;
  return <p className={styles['ended']}>{endedText}</p>;
}

function Loading() {
  return <Skeleton width="100%" height="8.5rem" />;
}

export default defineBlock('zone-head', ZoneHead, { Loading });
