import { cx } from '#engine/ui/cx.ts';
import { Link } from '#engine/ui/link/link.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { AdSlides } from '../ad-slides.tsx';
import { type BlockComponentProps, defineBlock, type SlotBlockProps } from '../define-block.ts';
import { TimeLeft } from '../time-left.tsx';
import styles from './zone-head.module.css';

type Props = BlockComponentProps<'zone-head'>;

/** The band that tells one zone from another, with its ads, its rules and, where it has a schedule, the time left. */
function ZoneHead(props: SlotBlockProps<'zone-head', 'ads'>) {
  const { title, main, subtitle, tone, motif, rules, rulesText, lines, links } = props;
  const { startsAt, endsAt, comingText, openText, farText, endedText } = props;
  const { ads = [], adSize, previousText, nextText, slideText } = props;
  const Heading = main ? 'h1' : 'h2';
  return (
    <section className={cx(styles['head'], styles[tone], styles[motif])}>
      <div className={styles['band']}>
        <div className={styles['words']}>
          <div className={styles['names']}>
            <Heading className={styles['title']}>{title}</Heading>
            {subtitle && <p className={styles['subtitle']}>{subtitle}</p>}
          </div>
          <div className={styles['side']}>
            <TimeLeft
              inverse
              {...{ comingText, openText, farText, endedText }}
              from={startsAt}
              until={endsAt}
              endedClass={styles['ended']}
            />
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
        {ads.length > 0 && (
          <div className={styles['ads']}>
            <AdSlides
              items={ads}
              size={adSize}
              slideClass={styles['ad']}
              {...{ previousText, nextText, slideText }}
            />
          </div>
        )}
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

function Loading() {
  return <Skeleton width="100%" height="8rem" />;
}

export default defineBlock('zone-head', ZoneHead, { Loading });
