import { type Budget, inUnits, MEASURES, type PageWeight } from '#engine/compiler/budget/weight.ts';
import type { SiteConfig } from '#engine/generated/schemas.ts';
import { padTo } from '../columns.ts';
import type { Language } from '../language.ts';

const HEADS = {
  zh: {
    page: '页面',
    scripts: '脚本 kB',
    styles: '样式 kB',
    config: '配置 kB',
    html: 'HTML kB',
    images: '图片 kB',
    calls: '调用',
  },
  en: {
    page: 'page',
    scripts: 'scripts kB',
    styles: 'styles kB',
    config: 'config kB',
    html: 'HTML kB',
    images: 'images kB',
    calls: 'calls',
  },
};

const WIDTH = 16;

/** One line per page: its weight beside its budget, with `!` where it exceeds it. */
export function asTable(weights: ReadonlyMap<string, PageWeight>, site: SiteConfig, lang: Language): string {
  const heads = HEADS[lang];
  const first = Math.max(...[...weights.keys()].map((name) => name.length), 4) + 2;
  const rows = [...weights].map(([page, weight]) => {
    const budget: Budget = { ...site.budgets?.default, ...site.budgets?.pages?.[page] };
    const cells = MEASURES.map((measure) => {
      const actual = inUnits(measure, weight[measure]);
      const bound = budget[measure];
      const mark = bound !== undefined && actual > bound ? ' !' : '';
      const digits = measure === 'calls' ? 0 : 1;
      return padTo(`${actual.toFixed(digits)}${bound === undefined ? '' : ` / ${bound}`}${mark}`, WIDTH);
    });
    return padTo(page, first) + cells.join('').trimEnd();
  });
  const head =
    padTo(heads.page, first) +
    MEASURES.map((measure) => padTo(heads[measure], WIDTH))
      .join('')
      .trimEnd();
  return [head, ...rows].join('\n');
}
