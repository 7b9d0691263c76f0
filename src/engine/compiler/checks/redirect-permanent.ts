import { redirectionsOf } from '../graph/redirections.ts';
import { isBounded } from '../schedule/window.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'redirect-permanent',
    severity: 'warning',
    title: { zh: '会结束的永久跳转', en: 'Permanent redirect that ends' },
    description: {
      zh: '301 让浏览器与搜索引擎记住新地址，不再问旧地址。新的或旧的页面有排期时，到点以后他们还会去那里；这种跳转写 302（默认）。',
      en: 'With 301 browsers and search engines remember the new address and no longer ask for the old one, also once either page is over. Such a redirect is a 302, the default.',
    },
    example: {
      file: 'config/pages/sale.yaml',
      bad: `name: sales
children:
  - name: sale
    path: /sale
    redirect: { to: /double12, status: 301 }
  - name: double12
    path: /double12
    schedule: { from: 2026-12-12T00:00:00+08:00, until: 2026-12-13T00:00:00+08:00 }
    blocks: []
`,
      good: `name: sales
children:
  - name: sale
    path: /sale
    redirect: /double12
  - name: double12
    path: /double12
    schedule: { from: 2026-12-12T00:00:00+08:00, until: 2026-12-13T00:00:00+08:00 }
    blocks: []
`,
    },
  },
  scope: 'whole',
  run({ routes, project, report }) {
    for (const { from, kind, to, target } of [...redirectionsOf(routes, project.site).values()].flat()) {
      if (kind !== 'redirect' || from.redirect?.isPermanent !== true) continue;
      const [own, theirs] = [isBounded(from.open), target !== undefined && isBounded(target.open)];
      if (!own && !theirs) continue;
      const ending = own ? (from.path ?? '') : to;
      report(from.file, {
        at: { pointer: [...from.pointer, 'redirect', 'status'] },
        message: {
          zh: `301 是永久的，而 ${ending} 有排期`,
          en: `301 is for good, and ${ending} has a schedule`,
        },
        hint: { zh: '写 302，或去掉 status。', en: 'Write 302, or leave status out.' },
        replacement: '302',
      });
    }
  },
} satisfies Check as Check;
