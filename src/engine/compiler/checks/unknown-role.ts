import { roleNames } from '../schema/site.ts';
import { unknownNameCheck } from './unknown-name.ts';

export default unknownNameCheck(
  {
    code: 'unknown-role',
    severity: 'error',
    essential: true,
    title: { zh: '没有的角色', en: 'Unknown role' },
    description: {
      zh: '页面与接口的 access 写的角色要在 site.yaml 的 roles 中声明；visitor 是所有人，不用声明。',
      en: 'The role that access names is declared under roles in site.yaml; visitor is everybody and needs no declaration.',
    },
    example: {
      bad: `access: membr
blocks: []
`,
      good: `access: member
blocks: []
`,
    },
  },
  'role',
  { zh: '角色', en: 'role' },
  ({ site }) => roleNames(site),
);
