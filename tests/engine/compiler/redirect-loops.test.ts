import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchRoute } from '#engine/cli/explain/match.ts';
import { createCompiler } from '#engine/compiler/compile.ts';
import type { Registry } from '#engine/generated/schemas.ts';
import { accessOf, checkAccess, scheduleRedirect } from '#engine/renderer/guard.ts';
import { redirectedTo } from '#engine/renderer/redirection.ts';
import { viewOf } from '#engine/renderer/view.ts';
import { roleNames } from '#engine/runtime/roles.ts';
import { checkProject, expectClean, expectOffense, projectFiles } from './support/project.ts';

const day = (date: string) => `2026-${date}T00:00:00+08:00`;
const pages = (...lines: string[]) => ({
  'config/pages/x.yaml': `name: x\nchildren:\n${lines.map((line) => `  - ${line}\n`).join('')}`,
});
const one = (name: string, rest: string) => `{ name: ${name}, path: /${name}, ${rest} }`;

describe('pages that lead on in a loop', () => {
  it('are reported once, at the address that leads back, with the path and the moment', () => {
    const main = `schedule: { until: ${day('12-13')}, after: /over }, blocks: []`;
    const over = `schedule: { from: ${day('12-20')}, before: /main }, blocks: []`;
    const checked = checkProject(pages(one('main', main), one('over', over)));
    expectOffense(checked, 'redirect-loop', {
      at: '/over',
      message: /\/main —结束后→ \/over —开始前→ \/main（2026-12-13 00:00 至 2026-12-20 00:00）$/,
      hint: /让 after 转到那时开放的页面/,
    });
    expect(checked.offenses).toHaveLength(1);
  });

  it('are none where each is open while the other is closed', () => {
    const main = `schedule: { from: ${day('12-12')}, until: ${day('12-13')}, before: /warm, after: /over }, blocks: []`;
    const warm = `schedule: { from: ${day('12-05')}, until: ${day('12-12')}, after: /main }, blocks: []`;
    const over = `schedule: { from: ${day('12-13')}, before: /main }, blocks: []`;
    expectClean(checkProject(pages(one('main', main), one('warm', warm), one('over', over))));
  });

  it('are reported for a page that leads to its own address', () => {
    const own = `schedule: { until: ${day('12-13')}, after: '/own?a=1' }, blocks: []`;
    expectOffense(checkProject(pages(one('own', own))), 'redirect-loop', {
      at: "'/own?a=1'",
      message: /\/own —结束后→ \/own\?a=1（2026-12-13 00:00 至 以后一直）/,
    });
  });

  it('are reported for the notice of closed pages, when that is closed', () => {
    const files = {
      'config/pages/fixed.yaml': (projectFiles().get('config/pages/fixed.yaml') ?? '').replace(
        'path: /noActivity,',
        `path: /noActivity, schedule: { from: ${day('12-12')} },`,
      ),
    };
    expectOffense(checkProject(files), 'redirect-loop', { at: day('12-12'), hint: /要一直开放/ });
  });

  it('are reported for a login page that needs a login, with the roles concerned', () => {
    const fixed = projectFiles().get('config/pages/fixed.yaml') ?? '';
    const closed = fixed.replace('path: /login,', 'path: /login, access: member,');
    expectOffense(checkProject({ 'config/pages/fixed.yaml': closed }), 'redirect-loop', {
      at: 'member',
      message: /\/login —没有权限→ \/login（未登录的访问者）/,
      hint: /改 access/,
    });
    const mine = one('mine', `schedule: { until: ${day('12-13')}, after: / }, access: member, blocks: []`);
    const away = fixed.replace('path: /login, blocks: []', `path: /login, redirect: /mine`);
    const checked = checkProject({ ...pages(mine), 'config/pages/fixed.yaml': away });
    expectOffense(checked, 'redirect-loop', {
      at: '/mine',
      message: /\/login → \/mine —没有权限→ \/login（一直以来 至 2026-12-13 00:00，未登录的访问者）/,
    });
  });

  it('are found through layouts, whose schedule closes what is inside', () => {
    const group = `{ name: g, schedule: { until: ${day('12-13')}, after: /inner }, children: [${one('inner', 'blocks: []')}] }`;
    expectOffense(checkProject(pages(group)), 'redirect-loop', { at: '/inner' });
  });

  it('are found however long they are', () => {
    const ring = Array.from({ length: 1500 }, (_, index): [string, string] => {
      const from = new Date(Date.UTC(2026, 0, 1, index)).toISOString();
      const before = `/p${(index + 1) % 1500}`;
      const text = `name: p${index}\npath: /p${index}\nschedule: { from: '${from}', before: ${before} }\nblocks: []\n`;
      return [`config/pages/p${index}.yaml`, text];
    });
    const { offenses } = checkProject(Object.fromEntries(ring));
    expect(offenses.filter(({ code }) => code === 'redirect-loop')).toHaveLength(1);
  });
});

const MOMENTS = ['11-01', '11-02', '11-03', '11-04'];
const moment = fc.constantFrom(...MOMENTS);
const target = fc.constantFrom('/p0', '/p1', '/p2', '/p3', '/login', '/noActivity');
const option = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const anyPage = fc
  .record({
    from: option(moment),
    until: option(moment),
    before: option(target),
    after: option(target),
    access: option(fc.constantFrom('visitor', 'member', 'approved', 'staff')),
    redirect: fc.option(target, { nil: undefined, freq: 4 }),
  })
  .map(({ from, until, before, after, access, redirect }) => ({
    ...((from ?? until) !== undefined && {
      schedule: {
        ...(from !== undefined && { from: day(from), ...(before !== undefined && { before }) }),
        ...(until !== undefined && { until: day(until), ...(after !== undefined && { after }) }),
      },
    }),
    ...(access !== undefined && { access }),
    ...(redirect === undefined ? { blocks: [] } : { redirect }),
  }));
const anyShop = fc.record({
  pages: fc.array(anyPage, { minLength: 4, maxLength: 4 }),
  login: fc.option(anyPage, { nil: { blocks: [] }, freq: 3 }),
  closed: fc.option(anyPage, { nil: { blocks: [] }, freq: 3 }),
  approvedPage: option(target),
});

const compile = createCompiler();

function compiled(shop: typeof anyShop extends fc.Arbitrary<infer T> ? T : never, checks: string) {
  const fixed = {
    name: 'fixed',
    children: [
      { name: 'index', path: '/', blocks: [] },
      { name: 'notFound', path: '/404', blocks: [] },
      { name: 'login', path: '/login', ...shop.login },
      { name: 'noActivity', path: '/noActivity', ...shop.closed },
      { name: 'goods', path: '/goods/:id', blocks: [] },
    ],
  };
  const approvedPage = shop.approvedPage === undefined ? '' : `page: ${shop.approvedPage}, `;
  const site = (projectFiles().get('config/site.yaml') ?? '')
    .replace('approved: { ', `approved: { ${approvedPage}`)
    .replace(/^checks:.*$/m, `checks: { unused-call: off, schedule-order: off${checks} }`);
  const own = shop.pages.map((page, index): [string, string] => [
    `config/pages/p${index}.yaml`,
    JSON.stringify({ name: `p${index}`, path: `/p${index}`, ...page }),
  ]);
  const files = {
    ...Object.fromEntries(own),
    'config/pages/fixed.yaml': JSON.stringify(fixed),
    'config/site.yaml': site,
  };
  return compile(projectFiles(files));
}

/** The pages at which a reader never arrives anywhere, as the renderer itself leads on. */
function endless(registry: Registry): Set<string> {
  const { site } = registry;
  const found = new Set<string>();
  const known = new Map<string, ReturnType<typeof matchRoute>>();
  const matchedAt = (path: string) => {
    const found = known.has(path) ? known.get(path) : matchRoute(registry, path);
    known.set(path, found);
    return found;
  };
  const starts = registry.routes.flatMap((route) => [route, ...route.children]);
  const times = [0, ...MOMENTS.map((date) => Date.parse(day(date)) / 1000)];
  for (const { name, path } of starts) {
    for (const now of times) {
      for (const role of roleNames(site)) {
        let address = path ?? '';
        let hops = 0;
        for (; hops < 20 && address !== ''; hops += 1) {
          const matched = matchedAt(address.split('?')[0] ?? '');
          if (matched === undefined) break;
          const view = viewOf(matched.chain, matched.route, registry);
          const { redirect } = matched.route;
          const stop = checkAccess(accessOf(view, site), role, site, address);
          const access = stop?.kind === 'redirect' ? stop.to : '';
          const place = { path: address, route: {}, query: {} };
          const on = redirect === undefined ? access : redirectedTo(redirect, place, site, now);
          address = scheduleRedirect(view, site, now, address) ?? on;
        }
        if (hops === 20) found.add(name);
      }
    }
  }
  return found;
}

describe('the ways on which pages lead on, held against the renderer', () => {
  it('are free of loops, for every reader at every moment, exactly where no offense is reported', () => {
    fc.assert(
      fc.property(anyShop, (shop) => {
        const reported = compiled(shop, '').offenses.filter(({ code }) => code === 'redirect-loop');
        const { registry, offenses } = compiled(shop, ', redirect-loop: off');
        if (registry === null) throw new Error(JSON.stringify(offenses));
        const stuck = endless(registry);
        expect(reported.length > 0).toBe(stuck.size > 0);
        for (const { message } of reported) {
          const names = message.en.match(/(?<=^the redirect leads back to itself: \/)\w+/)?.[0] ?? '';
          expect([...stuck]).toContain(names);
        }
      }),
      { numRuns: 120 },
    );
  });
});
