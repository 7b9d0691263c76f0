import ChevronLeft from '@lucide/icons/icons/chevron-left';
import ChevronRight from '@lucide/icons/icons/chevron-right';
import type { FormEvent } from 'react';
import { cx } from '../cx.ts';
import { fill } from '../fill.ts';
import { Icon } from '../icon/icon.tsx';
import { useTexts } from '../texts.ts';
import { pageStops } from './pages.ts';
import styles from './pagination.module.css';

export interface PaginationTexts {
  label: string;
  previous: string;
  next: string;
  /** How many entries there are. */
  total: string;
}

export interface PaginationProps {
  /** From 1. */
  page: number;
  pageSize: number;
  total: number;
  onChange: (page: number) => void;
  texts: PaginationTexts;
}

/** Page numbers with gaps, previous and next, and a field to jump; nothing to choose when one page holds all. */
export function Pagination({ page, pageSize, total, onChange, texts: own }: PaginationProps) {
  const texts = { ...useTexts().pagination, ...own };
  const last = Math.max(1, Math.ceil(total / pageSize));
  const choose = (requested: number) => {
    const next = Math.min(last, Math.max(1, requested));
    if (next !== page) onChange(next);
  };
  const jump = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const requested = Number(new FormData(event.currentTarget).get('page'));
    if (Number.isInteger(requested) && requested > 0) choose(requested);
    event.currentTarget.reset();
  };
  return (
    <nav className={styles['pagination']} aria-label={texts.label}>
      <span className={styles['total']}>{texts.total}</span>
      <button
        type="button"
        className={styles['page']}
        aria-label={texts.previous}
        disabled={page <= 1}
        onClick={() => choose(page - 1)}
      >
        <Icon of={ChevronLeft} />
      </button>
      {pageStops(page, last).map((stop) =>
        typeof stop === 'string' ? (
          <span key={stop} className={styles['gap']} aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={stop}
            type="button"
            className={cx(
              styles['page'],
              stop === page && styles['current'],
              Math.abs(stop - page) > 1 && styles['far'],
            )}
            aria-label={fill(texts.page, { n: stop })}
            aria-current={stop === page ? 'page' : undefined}
            onClick={() => choose(stop)}
          >
            {stop}
          </button>
        ),
      )}
      <button
        type="button"
        className={styles['page']}
        aria-label={texts.next}
        disabled={page >= last}
        onClick={() => choose(page + 1)}
      >
        <Icon of={ChevronRight} />
      </button>
      {last > 7 && (
        <form className={styles['jump']} onSubmit={jump}>
          <label>
            {texts.jump}
            <input name="page" inputMode="numeric" autoComplete="off" maxLength={5} />
          </label>
          <span>{texts.jumpUnit}</span>
          <button type="submit" className={styles['page']}>
            {texts.go}
          </button>
        </form>
      )}
    </nav>
  );
}
