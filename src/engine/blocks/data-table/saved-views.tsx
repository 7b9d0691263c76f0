import Bookmark from '@lucide/icons/icons/bookmark';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import { cx } from '#engine/ui/cx.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { onPress } from '#engine/ui/late/on-press.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import styles from './data-table.module.css';
import { sameSearch } from './search-of.ts';

type Props = BlockComponentProps<'data-table'>;

/** Most visits save none. */
const Editor = onPress(() => import('./shown-views.tsx'));

/** The saved filters over a table: each is a link to the page with it; one may be what the page opens with. */
export function SavedViews(props: Props & { search: string }) {
  const { views, texts, search, on } = props;
  const [editing, setEditing] = useState<'new' | 'all' | null>(null);
  useDefaultView(props);
  const isKnown = views.some((view) => sameSearch(view.search, search));
  return (
    <div className={styles['views']}>
      {views.length > 0 && (
        <ul className={styles['viewList']} aria-label={texts.views}>
          {views.map((view) => {
            const current = sameSearch(view.search, search);
            return (
              <li key={view.id}>
                <Link
                  to={`?${view.search}`}
                  className={cx(styles['view'], current && styles['currentView'])}
                  {...(current && { 'aria-current': 'true' as const })}
                >
                  {view.name}
                  {view.is_default === 1 && <span className={styles['mark']}>{texts.isDefault}</span>}
                </Link>
              </li>
            );
          })}
        </ul>
      )}
      {on.saveView && search !== '' && !isKnown && (
        <button type="button" className={styles['tool']} onClick={() => setEditing('new')}>
          <Icon of={Bookmark} />
          {texts.saveView}
        </button>
      )}
      {on.saveView && views.length > 0 && (
        <button type="button" className={styles['tool']} onClick={() => setEditing('all')}>
          {texts.manageViews}
        </button>
      )}
      {editing !== null && (
        <Suspense>
          <Editor {...props} mode={editing} onClose={() => setEditing(null)} />
        </Suspense>
      )}
    </div>
  );
}

/** Who opens the page without a filter gets the default one; who clears it afterwards keeps the whole list. */
function useDefaultView({ views, search, on }: Props & { search: string }): void {
  const [wasEmpty] = useState(search === '');
  const view = views.find(({ is_default }) => is_default === 1);
  const to = wasEmpty && view ? `?${view.search}` : null;
  const { openView } = on;
  const done = useRef(false);
  useEffect(() => {
    if (done.current) return;
    done.current = true;
    if (to !== null) void openView?.({ to });
  }, [to, openView]);
}
