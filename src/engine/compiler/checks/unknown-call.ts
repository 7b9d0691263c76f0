import { unknownNameCheck } from './unknown-name.ts';

export default unknownNameCheck(
  {
    code: 'unknown-call',
    severity: 'error',
    essential: true,
    title: { zh: '没有的接口', en: 'Unknown call' },
    description: { zh: '用到的接口要在 config/api 中声明。', en: 'A call is declared in config/api.' },
    example: {
      bad: `data: { products: { call: product.lst } }
blocks: []
`,
      good: `data: { products: { call: product.list } }
blocks: []
`,
    },
  },
  'call',
  { zh: '接口', en: 'call' },
  ({ calls, brokenCalls }) => [...calls.keys(), ...brokenCalls],
);
