import { type Budget, inUnits, MEASURES } from '../budget/weight.ts';
import { asObject, own } from '../json.ts';
import type { Check } from './check.ts';

const NAMES = {
  scripts: { zh: '脚本', en: 'scripts' },
  styles: { zh: '样式', en: 'styles' },
  config: { zh: '配置', en: 'config' },
  html: { zh: 'HTML', en: 'HTML' },
  images: { zh: '图片', en: 'images' },
  calls: { zh: '接口调用', en: 'calls' },
};

export default {
  meta: {
    code: 'page-budget',
    severity: 'error',
    title: { zh: '超出预算的页面', en: 'Page over its budget' },
    description: {
      zh: 'site.yaml 的 budgets 给每个页面首次打开要下载多少、要调几个接口定了上限；超过的页面，买家的旧电脑要等更久。',
      en: 'The budgets in site.yaml bound what the first view of a page loads and asks; past that, buyers on old machines wait.',
    },
  },
  scope: 'whole',
  run({ files, weights, report }) {
    const site = files.find(({ kind }) => kind === 'site');
    const budgets = asObject(asObject(site?.yaml.value)['budgets']);
    const shared = asObject(budgets['default']) as Budget;
    const pages = asObject(budgets['pages']);
    for (const [page, weight] of weights) {
      const special = asObject(own(pages, page)) as Budget;
      for (const measure of MEASURES) {
        const bound = special[measure] ?? shared[measure];
        const actual = inUnits(measure, weight[measure]);
        if (typeof bound !== 'number' || actual <= bound) continue;
        const at = special[measure] === undefined ? ['default', measure] : ['pages', page, measure];
        const unit = measure === 'calls' ? { zh: ' 个', en: '' } : { zh: ' kB', en: ' kB' };
        report('config/site.yaml', {
          at: { pointer: ['budgets', ...at] },
          message: {
            zh: `${page} 的${NAMES[measure].zh}有 ${actual}${unit.zh}，上限是 ${bound}${unit.zh}`,
            en: `${page} has ${actual}${unit.en} of ${NAMES[measure].en}, its budget is ${bound}${unit.en}`,
          },
          hint: {
            zh: `少用几种区块或几项数据；确有必要时在 budgets.pages.${page} 放宽，并写明原因。`,
            en: `Use fewer kinds of blocks or less data; where it must be, raise budgets.pages.${page} and say why.`,
          },
        });
      }
    }
  },
} satisfies Check as Check;
