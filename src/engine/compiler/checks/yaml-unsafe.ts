import { yamlCheck } from './yaml-fault.ts';

export default yamlCheck({
  code: 'yaml-unsafe',
  severity: 'error',
  essential: true,
  title: { zh: '不支持的 YAML', en: 'Unsupported YAML' },
  description: {
    zh: '标签、特殊键与包含自己的别名能让一个小文件变得无穷大或改变程序，配置里用不到它们。',
    en: 'Tags, special keys and aliases that contain themselves can blow a small file up or reach into the program; the config language has no use for them.',
  },
  example: {
    bad: `title: !!js 双十二
blocks: []
`,
    good: `title: '!!js 双十二'
blocks: []
`,
  },
});
