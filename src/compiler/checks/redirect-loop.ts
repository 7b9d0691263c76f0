import type { DeclaredPage } from '../project/pages.ts';
import type { Routes } from '../project/routes.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'redirect-loop',
    severity: 'error',
    title: { zh: '转来转去的跳转', en: 'Redirect loop' },
    description: {
      zh: '跳转转一圈回到自己时，页面永远打不开。',
      en: 'When redirects lead back to where they began, the page never opens.',
    },
  },
  scope: 'whole',
  run({ routes, report }) {
    for (const page of routes.pages) {
      const way = loop(page, routes);
      if (way === undefined) continue;
      const shown = way.join(' → ');
      report(page.file, {
        at: { pointer: [...page.pointer, 'redirect'] },
        message: { zh: `跳转回到了自己：${shown}`, en: `the redirect leads back to itself: ${shown}` },
        hint: { zh: '让其中一个转到有内容的页面。', en: 'Let one of them lead to a page with content.' },
      });
    }
  },
} satisfies Check as Check;

/** The paths of a redirect that comes back to its own page. */
function loop(start: DeclaredPage, routes: Routes): string[] | undefined {
  const way: string[] = [];
  const seen = new Set<DeclaredPage>();
  for (let page: DeclaredPage | undefined = start; page !== undefined && !seen.has(page); ) {
    seen.add(page);
    const target: string | undefined = page.redirect;
    if (target === undefined) return undefined;
    way.push(target);
    page = routes.match(target.replace(/[?#].*$/, ''))?.page;
    if (page === start) return way;
  }
  return undefined;
}
