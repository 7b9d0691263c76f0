import { circlesOf, redirectsOf } from '../project/redirects.ts';
import type { Check } from './check.ts';

/** A longer circle is cut in the message. */
const SHOWN = 8;

export default {
  meta: {
    code: 'redirect-loop',
    severity: 'error',
    title: { zh: '转来转去的跳转', en: 'Redirect loop' },
    description: {
      zh: '跳转转一圈回到自己时，页面永远打不开。',
      en: 'When redirects lead back to where they began, the page never opens.',
    },
    example: {
      file: 'config/pages/round.yaml',
      bad: `name: round
children:
  - { name: there, path: /there, redirect: /back }
  - { name: back, path: /back, redirect: /there }
`,
      good: `name: round
children:
  - { name: there, path: /there, redirect: /back }
  - { name: back, path: /back, blocks: [] }
`,
    },
  },
  scope: 'whole',
  run({ routes, report }) {
    for (const circle of circlesOf(redirectsOf(routes))) {
      for (const [index, page] of circle.entries()) {
        const way = [...circle.slice(index), ...circle.slice(0, index)].map(({ redirect = '' }) => redirect);
        const shown = `${way.slice(0, SHOWN).join(' → ')}${way.length > SHOWN ? ' → …' : ''}`;
        report(page.file, {
          at: { pointer: [...page.pointer, 'redirect'] },
          message: { zh: `跳转回到了自己：${shown}`, en: `the redirect leads back to itself: ${shown}` },
          hint: { zh: '让其中一个转到有内容的页面。', en: 'Let one of them lead to a page with content.' },
        });
      }
    }
  },
} satisfies Check as Check;
