import { yamlCheck } from './yaml-fault.ts';

export default yamlCheck({
  code: 'yaml-limits',
  severity: 'error',
  essential: true,
  title: { zh: '文件过大或过深', en: 'File too large or too deep' },
  description: {
    zh: '过大或嵌套过深的文件会拖慢所有人，也多半是写错了括号。',
    en: 'Files of such size or depth slow everybody down, and mostly stem from a wrong bracket.',
  },
  example: {
    bad: `blocks: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
`,
    good: `blocks: []
`,
  },
});
