import ArrowDown from '@lucide/icons/icons/arrow-down';
import ArrowUp from '@lucide/icons/icons/arrow-up';
import ArrowUpDown from '@lucide/icons/icons/arrow-up-down';
import LayoutGrid from '@lucide/icons/icons/layout-grid';
import List from '@lucide/icons/icons/list';
import Rows3 from '@lucide/icons/icons/rows-3';
import { Checkbox } from '#engine/ui/checkbox/checkbox.tsx';
import { cx } from '#engine/ui/cx.ts';
import { fill } from '#engine/ui/fill.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import { useFormats } from '../use-formats.ts';
import styles from './sort-bar.module.css';

const ICONS = { grid: LayoutGrid, table: List, list: Rows3 };

/** The line above a list: how it is sorted, what is left out, how many there are, and how they are shown. */
function SortBar({
  label,
  options,
  ascending,
  descending,
  value,
  switches,
  counts,
  views,
  query,
  total,
  totalText,
  on,
}: BlockComponentProps<'sort-bar'>) {
  const formats = useFormats();
  const current =
    options.find((option) => value && [option.value, option.reverse].includes(value)) ?? options[0];
  return (
    <div className={styles['bar']} role="group" aria-label={label} data-joins>
      {options.length > 0 && (
        <div className={styles['options']}>
          {options.map((option) => (
            <button
              key={option.value}
              type="button"
              className={cx(styles['option'], option === current && styles['current'])}
              aria-pressed={option === current}
              onClick={() =>
                void on.sort?.({
                  value: value === option.value && option.reverse ? option.reverse : option.value,
                })
              }
            >
              {option.label}
              {option.reverse && (
                <Direction
                  of={option === current ? (value === option.reverse ? descending : ascending) : ''}
                  down={value === option.reverse}
                />
              )}
            </button>
          ))}
        </div>
      )}
      {switches.map(({ key, label: text }) => (
        <Checkbox
          key={key}
          label={
            typeof counts[key] === 'number' ? (
              <>
                {text} <span className={styles['total']}>{formats.number(counts[key])}</span>
              </>
            ) : (
              text
            )
          }
          checked={query[key] === '1'}
          onChange={(checked) => void on.switch?.(switchedBy(switches, query, key, checked))}
        />
      ))}
      <span className={styles['end']}>
        {total !== undefined && (
          <span className={styles['total']}>{fill(totalText, { n: formats.number(total) })}</span>
        )}
        {views.map((view) => {
          const icon = ICONS[view.icon];
          return (
            <Link
              key={view.to}
              to={withQuery(view.to, query)}
              className={cx(styles['view'], view.current && styles['current'])}
              aria-current={view.current ? 'page' : undefined}
              aria-label={view.label}
              title={view.label}
            >
              <Icon of={icon} />
            </Link>
          );
        })}
      </span>
    </div>
  );
}

/** Which way an option sorts that can be turned round; `of` says it, empty while another option sorts. */
function Direction({ of, down }: { of: string; down: boolean }) {
  const icon = of === '' ? ArrowUpDown : down ? ArrowDown : ArrowUp;
  return (
    <>
      <Icon of={icon} className={styles['direction']} />
      {of !== '' && <span className="visually-hidden">{of}</span>}
    </>
  );
}

type Query = Readonly<Record<string, unknown>>;

/** All switches by key, one of them changed: the page merges them into its address. */
function switchedBy(switches: readonly { key: string }[], query: Query, key: string, on: boolean) {
  const isOn = (name: string) => (name === key ? on : query[name] === '1');
  return Object.fromEntries(switches.map(({ key: name }) => [name, isOn(name) ? '1' : null]));
}

/** Another view of the same list keeps what was searched and chosen. */
function withQuery(to: string, query: Query): string {
  const entries = Object.entries(query).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const text = new URLSearchParams(entries).toString();
  return text === '' ? to : `${to}?${text}`;
}

function Loading() {
  return (
    <div className={styles['bar']}>
      <Skeleton width="40%" height="1.5rem" />
    </div>
  );
}

export default defineBlock('sort-bar', SortBar, { Loading });
