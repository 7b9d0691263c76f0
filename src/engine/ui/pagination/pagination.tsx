import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type FormEvent, useId } from 'react';
import { cx } from '../cx.ts';
import { pageStops } from './pages.ts';
import styles from './pagination.module.css';

export interface PaginationTexts {
  label: string;
  previous: string;
  next: string;
  /** `{n}` is the number of a page. */
  page: string;
  /** `{n}` is the number of entries. */
  total: string;
  jump: string;
  jumpUnit: string;
  go: string;
}

const TEXTS: PaginationTexts = {
  label: '分页',
  previous: '上一页',
  next: '下一页',
  page: '第 {n} 页',
  total: '共 {n} 条',
  jump: '到第',
  jumpUnit: '页',
  go: '跳转',
};

export interface PaginationProps {
  /** From 1. */
  page: number;
  pageSize: number;
  total: number;
  onChange: (page: number) => void;
  texts?: Partial<PaginationTexts>;
}

/** Page numbers with gaps, previous and next, and a field to jump; nothing to choose when one page holds all. */
export function Pagination({ page, pageSize, total, onChange, texts: given }: PaginationProps) {
  const texts = { ...TEXTS, ...given };
  const field = useId();
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
      <span className={styles['total']}>{texts.total.replace('{n}', String(total))}</span>
      <button
        type="button"
        className={styles['page']}
        aria-label={texts.previous}
        disabled={page <= 1}
        onClick={() => choose(page - 1)}
      >
        <ChevronLeft aria-hidden="true" />
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
            aria-label={texts.page.replace('{n}', String(stop))}
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
        <ChevronRight aria-hidden="true" />
      </button>
      {last > 7 && (
        <form className={styles['jump']} onSubmit={jump}>
          <label htmlFor={field}>{texts.jump}</label>
          <input id={field} name="page" inputMode="numeric" autoComplete="off" maxLength={5} />
          <span>{texts.jumpUnit}</span>
          <button type="submit" className={styles['page']}>
            {texts.go}
          </button>
        </form>
      )}
    </nav>
  );
}
