import type { LinkFact } from '../facts/facts.ts';
import { type Destination, destinationsOf, redirectionsOf } from '../graph/redirections.ts';
import { asObject } from '../json.ts';
import type { Text } from '../offense.ts';
import { showWindow } from '../schedule/show.ts';
import { intersection, isBounded, isEmpty, mergeWindows, type Window } from '../schedule/window.ts';
import type { Pointer } from '../source/pointer.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'link-closed',
    severity: 'warning',
    title: { zh: '通往未开放页面的链接', en: 'Link to a closed page' },
    description: {
      zh: '链接还在、页面已经结束（或还没开始）时，买家点过去只看到未开放的提示，或被转回原来的页面。让链接所在的区块与页面用同样的排期，或给那个页面写 before、after。',
      en: 'Where a link is shown while its page is over (or has not begun), buyers end at the notice of a closed page, or where they were. Give the block with the link the schedule of the page, or the page a before and after.',
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
  run({ facts, routes, project, report, at }) {
    const redirections = redirectionsOf(routes, project.site);
    const noticed = routes.match(String(asObject(project.site.pages)['closed']))?.page;
    const pageAt = new Map(routes.pages.map((page) => [keyOf(page.file, page.pointer), page]));
    for (const { file, pointer, text, path, shown, page: on, leads } of facts.flatMap(({ links }) => links)) {
      const page = routes.match(path)?.page;
      if (page === undefined || !isBounded(page.open) || isEmpty(page.open)) continue;
      const ahead = intersection(shown, { from: at, until: Infinity });
      const own = on === undefined ? undefined : pageAt.get(keyOf(file, on));
      const isLost = ({ page: end, by }: Destination) => by !== undefined && (end === noticed || end === own);
      const lost = isEmpty(ahead) ? [] : destinationsOf(page, ahead, redirections).filter(isLost);
      const stretches = mergeWindows(lost.map(({ during }) => during));
      const [first, second] = stretches.filter((stretch) => matters(stretch, ahead, leads));
      if (first === undefined) continue;
      const inWords = (window: Window) => showWindow(window, project.site.timeZone);
      const [one, two] = [inWords(first), second && inWords(second)];
      const over = first.from >= page.open.until;
      const still = leads === undefined ? { zh: '链接却还在', en: 'the link is shown' } : STILL[leads];
      report(file, {
        at: { pointer, within: text.replace(/[?#].*$/, '') },
        message: {
          zh: `${path} ${over ? '已经结束' : '不开放'}，${still.zh}：${one.zh}${two ? `、${two.zh}` : ''}`,
          en: `${path} is ${over ? 'over' : 'closed'} while ${still.en}: ${one.en}${two ? `, ${two.en}` : ''}`,
        },
        hint: hintOf(leads, path, inWords(page.open)),
      });
    }
  },
} satisfies Check as Check;

/** The target of a closed page is intended for the time just before it opens, or after it has closed; later is no offense. */
function matters({ from, until }: Window, ahead: Window, leads: LinkFact['leads']): boolean {
  if (leads === 'before') return until === ahead.until;
  return leads !== 'after' || from === ahead.from;
}

const keyOf = (file: string, pointer: Pointer) => [file, ...pointer].join(' ');

const STILL: Record<NonNullable<LinkFact['leads']>, Text> = {
  redirect: { zh: '却转到那里', en: 'it is redirected to' },
  before: { zh: '开始前却转到那里', en: 'before leads there' },
  after: { zh: '结束后却转到那里', en: 'after leads there' },
};

function hintOf(leads: LinkFact['leads'], path: string, open: Text): Text {
  if (leads === 'before' || leads === 'after')
    return {
      zh: `让 ${leads} 转到那时开放的页面，去掉 ${leads}（转到未开放的提示页），或改 ${path} 的排期（${open.zh}）。`,
      en: `Let ${leads} lead to a page that is open then, remove it (the notice is shown), or change the schedule of ${path} (${open.en}).`,
    };
  if (leads === 'redirect')
    return {
      zh: `给跳转写同样的 schedule（${open.zh}），转到别的页面，或给 ${path} 写 before、after。`,
      en: `Give the redirect the same schedule (${open.en}), redirect elsewhere, or give ${path} a before and after.`,
    };
  return {
    zh: `给链接所在的区块写同样的 schedule（${open.zh}），去掉链接，或给 ${path} 写 before、after，转到那时开放的页面。`,
    en: `Give the block with the link the same schedule (${open.en}), remove the link, or give ${path} a before and after.`,
  };
}
