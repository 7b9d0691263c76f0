import { memo } from '../memo.ts';
import type { Project } from '../project/project.ts';
import { unknownNameCheck } from './unknown-name.ts';

/** The Chinese title of a block type, and on further lines its description. */
const titlesOf: (project: Project) => ReadonlyMap<string, string> = memo(
  ({ library }) =>
    new Map(
      [...library.blocks].map(([type, { title, description }]) => [
        type,
        [title, description].filter((text) => typeof text === 'string').join('\n'),
      ]),
    ),
);

export default unknownNameCheck(
  {
    code: 'unknown-block',
    severity: 'error',
    essential: true,
    title: { zh: '没有的区块', en: 'Unknown block' },
    description: {
      zh: '页面只能用 schemas/blocks 中有的区块。',
      en: 'A page is made of the blocks in schemas/blocks.',
    },
    example: {
      bad: `blocks:
  - { block: txt, text: 你好 }
`,
      good: `blocks:
  - { block: text, text: 你好 }
`,
    },
  },
  'block',
  { zh: '区块', en: 'block' },
  ({ library }) => library.blocks.keys(),
  titlesOf,
);
