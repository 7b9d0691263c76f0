import { loopsOf } from '../graph/loops.ts';
import type { DeclaredPage } from '../graph/pages.ts';
import { type RedirectionGraph, redirectionsOf } from '../graph/redirections.ts';
import { isBounded } from '../schedule/window.ts';
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
  run({ routes, project, report }) {
    const redirections = redirectionsOf(routes, project.site);
    const endless = new Set(
      loopsOf(redirections, project.site).flatMap((loop) => loop.redirections.map(({ from }) => from)),
    );
    for (const { from, to, target, at, isOwn } of [...redirections.values()].flat()) {
      if (!isOwn || target === undefined || !isAlwaysLeading(target) || endless.has(from)) continue;
      const end = lastOf(target, redirections, endless);
      if (end === undefined) continue;
      const plain = [to, end].every((address) => !/[:{$?#]/.test(address));
      report(from.file, {
        at: { pointer: at },
        message: { zh: `${to} 又转到 ${end}`, en: `${to} leads on to ${end}` },
        hint: { zh: `直接写 ${end}。`, en: `Write ${end} at once.` },
        ...(plain && { replacement: end }),
      });
    }
  },
} satisfies Check as Check;

/** The target of the last redirect of a chain; undefined when the chain is a loop. */
function lastOf(
  start: DeclaredPage,
  redirections: RedirectionGraph,
  endless: ReadonlySet<DeclaredPage>,
): string | undefined {
  let page = start;
  for (
    let after = nextOf(page, redirections);
    after && isAlwaysLeading(after);
    after = nextOf(page, redirections)
  ) {
    if (endless.has(after)) return undefined;
    page = after;
  }
  return endless.has(page) ? undefined : page.redirect?.to;
}

/** A page with a schedule redirects elsewhere at other times. */
const isAlwaysLeading = ({ redirect, open }: DeclaredPage) => redirect !== undefined && !isBounded(open);

const nextOf = (page: DeclaredPage, redirections: RedirectionGraph) =>
  redirections.get(page)?.find(({ kind }) => kind === 'redirect')?.target;
