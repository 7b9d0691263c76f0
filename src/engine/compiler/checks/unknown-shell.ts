import { unknownNameCheck } from './unknown-name.ts';

export default unknownNameCheck(
  {
    code: 'unknown-shell',
    severity: 'error',
    title: { zh: '没有的外壳', en: 'Unknown shell part' },
    description: {
      zh: '外壳部分是 config/shell 下的文件，名字就是文件名。',
      en: 'A part of the shell is a file in config/shell, named by its file.',
    },
    example: {
      beside: {
        'config/shell/side-nav.yaml': `area: left
blocks: []
`,
      },
      bad: `meta: { sideNav: side-nva }
blocks: []
`,
      good: `meta: { sideNav: side-nav }
blocks: []
`,
    },
  },
  'shell',
  { zh: '外壳', en: 'shell part' },
  ({ shells }) => ['true', 'false', ...shells],
);
