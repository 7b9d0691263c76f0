import { showWindow } from '../schedule/show.ts';
import { gaps, isBounded, isEmpty, within } from '../schedule/window.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'link-closed',
    severity: 'warning',
    title: { zh: '通往未开放页面的链接', en: 'Link to a closed page' },
    description: {
      zh: '链接还在、页面已经结束（或还没开始）时，买家点过去只看到“活动未开始”。让链接所在的区块与页面用同样的排期。',
      en: 'Where a link is shown while its page is over (or has not begun), buyers end at the notice of a closed page. Give the block with the link the schedule of the page.',
    },
    example: {
      beside: {
        'config/pages/double12.yaml': `name: double12
path: /double12
schedule: { from: 2026-12-12T00:00:00+08:00, until: 2026-12-13T00:00:00+08:00 }
blocks: []
`,
      },
      bad: `blocks:
  - block: text
    text: 首页
  - block: buttons
    items: [{ text: 去双十二, to: /double12 }]
`,
      good: `blocks:
  - block: text
    text: 首页
  - block: buttons
    schedule: { from: 2026-12-12T00:00:00+08:00, until: 2026-12-13T00:00:00+08:00 }
    items: [{ text: 去双十二, to: /double12 }]
`,
    },
  },
  scope: 'time',
  run({ facts, routes, report, at }) {
    for (const { file, pointer, text, path, shown } of facts.flatMap(({ links }) => links)) {
      const page = routes.match(path)?.page;
      if (page === undefined || !isBounded(page.open) || isEmpty(page.open)) continue;
      const ahead = within(shown, { from: at, until: Infinity });
      const [first, second] = isEmpty(ahead) ? [] : gaps(ahead, [page.open]);
      if (first === undefined) continue;
      const [one, two] = [showWindow(first), second && showWindow(second)];
      const over = first.from >= page.open.until;
      report(file, {
        at: { pointer, within: text.replace(/[?#].*$/, '') },
        message: {
          zh: `${path} ${over ? '已经结束' : '不开放'}，链接却还在：${one.zh}${two ? `、${two.zh}` : ''}`,
          en: `${path} is ${over ? 'over' : 'closed'} while the link is shown: ${one.en}${two ? `, ${two.en}` : ''}`,
        },
        hint: {
          zh: `给链接所在的区块写同样的 schedule（${showWindow(page.open).zh}），或去掉链接。`,
          en: `Give the block with the link the same schedule (${showWindow(page.open).en}), or remove the link.`,
        },
      });
    }
  },
} satisfies Check as Check;
