import { yamlCheck } from './yaml-fault.ts';

export default yamlCheck({
  code: 'yaml-duplicate-key',
  severity: 'error',
  essential: true,
  title: { zh: '重复的键', en: 'Duplicate key' },
  description: {
    zh: '同一个键写两次，只有一个会生效。',
    en: 'Of a key that is written twice only one counts.',
  },
  example: {
    bad: `title: 双十二
title: 双十二大促
blocks: []
`,
    good: `title: 双十二大促
blocks: []
`,
  },
});
