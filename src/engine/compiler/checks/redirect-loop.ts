import type { SiteConfig } from '#engine/generated/schemas.ts';
import { type Loop, loopsOf } from '../graph/loops.ts';
import { type Redirection, redirectionsOf } from '../graph/redirections.ts';
import type { Text } from '../offense.ts';
import { showWindow } from '../schedule/show.ts';
import { isBounded } from '../schedule/window.ts';
import { roleNames, VISITOR } from '../schema/site.ts';
import type { Pointer } from '../source/pointer.ts';
import type { Check } from './check.ts';

/** A longer loop is shortened in the message. */
const SHOWN = 8;

const ARROWS: Record<Redirection['kind'], Text> = {
  redirect: { zh: '→', en: '→' },
  before: { zh: '—开始前→', en: '—before it opens→' },
  after: { zh: '—结束后→', en: '—once it is over→' },
  access: { zh: '—没有权限→', en: '—without access→' },
};

const VISITORS: Text = { zh: '未登录的访问者', en: 'visitors' };

/** How messages name the readers of a role. */
const readersOf = (role: string, { roles }: SiteConfig): Text =>
  role === VISITOR ? VISITORS : { zh: roles[role]?.label ?? role, en: role };

const HINTS: Record<Redirection['kind'], Text> = {
  redirect: { zh: '让其中一个转到有内容的页面。', en: 'Let one of them lead to a page with content.' },
  before: {
    zh: '让 before 转到那时开放的页面；去掉 before 则转到未开放的提示页（site.yaml 的 pages.closed）。',
    en: 'Let before lead to a page that is open then, or remove it: the notice of closed pages is shown.',
  },
  after: {
    zh: '让 after 转到那时开放的页面；去掉 after 则转到未开放的提示页（site.yaml 的 pages.closed）。',
    en: 'Let after lead to a page that is open then, or remove it: the notice of closed pages is shown.',
  },
  access: {
    zh: '没有权限的人要转去的页面（site.yaml 里角色的 page、登录、404）本身要让他们看得到：改 access。',
    en: 'The page that readers without access are sent to must be one that they may see: change its access.',
  },
};

/** The page that `site.yaml` names for closed pages is closed itself. */
const NOTICE: Text = {
  zh: '未开放的提示页（site.yaml 的 pages.closed）要一直开放：去掉它的 schedule，或让它转到别处。',
  en: 'The notice of closed pages (pages.closed in site.yaml) must always be open: remove its schedule.',
};

export default {
  meta: {
    code: 'redirect-loop',
    severity: 'error',
    title: { zh: '转来转去的跳转', en: 'Redirect loop' },
    description: {
      zh: '跳转（redirect）、排期之外的去处（before、after、未开放的提示页）、没有权限时的去处（角色的 page）连起来转一圈回到自己时，页面打不开。只在一段时间、只对一种访问者转圈也算。',
      en: 'When redirects, the ways out of closed pages (before, after, the notice) and those of readers without access lead back to where they began, the page cannot be opened; be it for a while, or for one kind of reader.',
    },
    example: {
      file: 'config/pages/round.yaml',
      bad: `name: round
children:
  - name: main
    path: /main
    schedule: { from: 2026-12-12T00:00:00+08:00, before: /warm }
    blocks: []
  - name: warm
    path: /warm
    schedule: { from: 2026-12-05T00:00:00+08:00, before: /main, until: 2026-12-12T00:00:00+08:00, after: /main }
    blocks: []
`,
      good: `name: round
children:
  - name: main
    path: /main
    schedule: { from: 2026-12-12T00:00:00+08:00, before: /warm }
    blocks: []
  - name: warm
    path: /warm
    schedule: { from: 2026-12-05T00:00:00+08:00, until: 2026-12-12T00:00:00+08:00, after: /main }
    blocks: []
`,
    },
  },
  scope: 'whole',
  run({ routes, project, report }) {
    const pointed = new Set<Pointer>();
    const { site } = project;
    for (const loop of loopsOf(redirectionsOf(routes, site), site)) {
      const reported = loop.redirections.find(({ isOwn }) => isOwn) ?? loop.redirections[0];
      // Another loop through the same address is repaired with it.
      if (reported === undefined || pointed.has(reported.at)) continue;
      pointed.add(reported.at);
      const [path, limits] = [describeLoop(loop), limitsOf(loop, site)];
      report(reported.from.file, {
        at: { pointer: reported.at },
        message: {
          zh: `转来转去，打不开：${path.zh}${limits.zh}`,
          en: `the redirect leads back to itself: ${path.en}${limits.en}`,
        },
        hint: !reported.isOwn && reported.kind !== 'access' ? NOTICE : HINTS[reported.kind],
      });
    }
  },
} satisfies Check as Check;

/** `/main —开始前→ /warm —开始前→ /main`. */
function describeLoop({ redirections }: Loop): Text {
  const start = redirections[0]?.from.path ?? redirections[0]?.from.alias[0] ?? '';
  const steps = (lang: keyof Text) =>
    redirections.slice(0, SHOWN).map(({ kind, to }) => `${ARROWS[kind][lang]} ${to}`);
  const rest = redirections.length > SHOWN ? ['→ …'] : [];
  return {
    zh: [start, ...steps('zh'), ...rest].join(' '),
    en: [start, ...steps('en'), ...rest].join(' '),
  };
}

/** When and for whom; empty where it is always and for everybody. */
function limitsOf({ during, readers }: Loop, site: SiteConfig): Text {
  const time = showWindow(during, site.timeZone);
  const who = readers.map((reader) => readersOf(reader, site));
  const parts: Text[] = [
    ...(isBounded(during) ? [time] : []),
    ...(readers.length < roleNames(site).length
      ? [{ zh: who.map(({ zh }) => zh).join('、'), en: who.map(({ en }) => en).join(', ') }]
      : []),
  ];
  if (parts.length === 0) return { zh: '', en: '' };
  return {
    zh: `（${parts.map(({ zh }) => zh).join('，')}）`,
    en: ` (${parts.map(({ en }) => en).join('; ')})`,
  };
}
