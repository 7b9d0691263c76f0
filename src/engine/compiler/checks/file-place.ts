import { namesUsed } from '../facts/facts.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'file-place',
    severity: 'error',
    essential: true,
    title: { zh: '放错或缺少的文件', en: 'File out of place' },
    description: {
      zh: '商店由 config/site.yaml、errors.yaml、ads.yaml 与 api、shell、pages 三个文件夹组成；别处的文件不会生效。',
      en: 'The shop is config/site.yaml, errors.yaml, ads.yaml and the folders api, shell and pages; files elsewhere have no effect.',
    },
    example: {
      file: 'config/page/sale.yaml',
      goodFile: 'config/pages/sale.yaml',
      bad: `name: sale
path: /sale
blocks: []
`,
      good: `name: sale
path: /sale
blocks: []
`,
    },
  },
  scope: 'whole',
  run({ files, facts, strays, report }) {
    for (const path of strays) {
      const isYml = path.endsWith('.yml');
      report(path, {
        at: { start: 0, end: 1 },
        message: isYml
          ? { zh: '文件名要以 .yaml 结尾，.yml 不会被读取', en: 'file names end in .yaml; .yml is not read' }
          : { zh: '这个位置的文件不会被读取', en: 'files in this place are not read' },
        hint: isYml
          ? { zh: '把扩展名改成 .yaml。', en: 'Rename it to .yaml.' }
          : {
              zh: '页面放 config/pages，外壳放 config/shell，接口放 config/api。',
              en: 'Pages go to config/pages, shell parts to config/shell, calls to config/api.',
            },
      });
    }
    const isPlaced = namesUsed(facts, 'slot').size > 0;
    for (const path of ['config/site.yaml', ...(isPlaced ? ['config/ads.yaml'] : [])]) {
      if (files.some(({ yaml }) => yaml.path === path)) continue;
      report(path, {
        at: { start: 0, end: 1 },
        message: { zh: '缺少这个文件', en: 'this file is missing' },
        hint: {
          zh: `建立 ${path}，写法见 schemas/engine/config。`,
          en: `Create ${path}; see schemas/engine/config.`,
        },
      });
    }
  },
} satisfies Check as Check;
