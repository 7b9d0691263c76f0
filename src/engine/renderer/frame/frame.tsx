import { useMemo, useRef } from 'react';
import { Outlet, UNSAFE_useScrollRestoration as useScrollRestoration } from 'react-router-dom';
import { SamePageContext } from '#engine/ui/link/same-page.ts';
import { AreaContext, useRuntime } from '../contexts.ts';
import { useVisit } from '../use-visit.ts';
import styles from './frame.module.css';
import { Gated } from './gated.tsx';
import { ProvideLinkActions } from './link-actions.tsx';
import { Notices } from './notices.tsx';
import { Shell } from './shell.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';
import { usePageSchedule } from './use-page-schedule.ts';
import { useTitle } from './use-title.ts';

/** The document around every page: the shell by areas, the page itself, and what floats above it. */
export function Frame() {
  const { session } = useRuntime();
  const { view } = useVisit();
  const main = useRef<HTMLElement>(null);
  useTitle();
  useFocusOnNavigation(main);
  usePageSchedule();
  /* The component of the same name adds an inline script, for a framework that we do not use. */
  useScrollRestoration();
  const { width, menu } = view.page.meta;
  const { path, alias } = view.page;
  const paths = useMemo(() => [path ?? [], alias].flat(), [path, alias]);

  const area = useMemo(() => {
    return (area: string) => {
      const shells = view.shells.filter(({ head }) => head.area === area);
      return shells.length > 0 ? shells.map(({ name }) => <Shell key={name} name={name} />) : null;
    };
  }, [view]);
  const top = area('top');
  const left = area('left');
  const right = area('right');
  const bottom = area('bottom');
  const areas = [...new Set(view.shells.map(({ head }) => head.area))];

  return (
    <SamePageContext value={paths}>
      <ProvideLinkActions>
        <Gated>
          {/* The first element: styles select by `data-areas` before the areas are parsed. */}
          <a href="#main" className={styles['skip']} data-areas={areas.join(' ')}>
            {session.site.texts.skip}
          </a>
          <AreaContext value={area}>{top && <header data-menu={menu}>{top}</header>}</AreaContext>
          <div className={styles['middle']} data-width={width}>
            {left && <div className={styles['left']}>{left}</div>}
            <main id="main" ref={main} tabIndex={-1} className={styles['main']}>
              <Outlet />
            </main>
          </div>
          {right}
          {bottom && <footer>{bottom}</footer>}
          {area('overlay')}
          <Notices />
        </Gated>
      </ProvideLinkActions>
    </SamePageContext>
  );
}
