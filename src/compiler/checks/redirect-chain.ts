import type { DeclaredPage } from '../project/pages.ts';
import { circlesOf, redirectsOf } from '../project/redirects.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'redirect-chain',
    severity: 'warning',
    title: { zh: '一跳再跳', en: 'Redirect to a redirect' },
    description: {
      zh: '跳转的目标又是跳转时，买家要多等一次；直接转到最后的页面。',
      en: 'Where a redirect leads to another one, buyers wait twice; lead to the last page at once.',
    },
    example: {
      file: 'config/pages/old.yaml',
      bad: `name: old
children:
  - { name: older, path: /older, redirect: /old }
  - { name: old_page, path: /old, redirect: /login }
`,
      good: `name: old
children:
  - { name: older, path: /older, redirect: /login }
  - { name: old_page, path: /old, redirect: /login }
`,
    },
  },
  scope: 'whole',
  run({ routes, report }) {
    const next = redirectsOf(routes);
    const endless = new Set(circlesOf(next).flat());
    for (const [page, target] of next) {
      if (endless.has(page) || target.redirect === undefined) continue;
      const end = lastOf(target, next, endless);
      if (end === undefined) continue;
      const plain = [page.redirect, end].every((address) => address !== undefined && !/[{$?#]/.test(address));
      report(page.file, {
        at: { pointer: [...page.pointer, 'redirect'] },
        message: { zh: `${page.redirect} 又转到 ${end}`, en: `${page.redirect} leads on to ${end}` },
        hint: { zh: `直接写 ${end}。`, en: `Write ${end} at once.` },
        ...(plain && { replacement: end }),
      });
    }
  },
} satisfies Check as Check;

/** The address that the last redirect of a chain names; undefined when the chain never ends. */
function lastOf(
  start: DeclaredPage,
  next: ReadonlyMap<DeclaredPage, DeclaredPage>,
  endless: ReadonlySet<DeclaredPage>,
): string | undefined {
  let page = start;
  for (let after = next.get(page); after?.redirect !== undefined; after = next.get(page)) {
    if (endless.has(after)) return undefined;
    page = after;
  }
  return endless.has(page) ? undefined : page.redirect;
}
