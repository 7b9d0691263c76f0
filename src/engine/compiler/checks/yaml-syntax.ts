import { yamlCheck } from './yaml-fault.ts';

export default yamlCheck({
  code: 'yaml-syntax',
  severity: 'error',
  essential: true,
  title: { zh: 'YAML 写法', en: 'YAML syntax' },
  description: {
    zh: '文件读不懂时，里面的内容一概不生效。',
    en: 'A file that cannot be read has no effect at all.',
  },
  example: {
    bad: `title: "双十二
blocks: []
`,
    good: `title: "双十二"
blocks: []
`,
  },
});
