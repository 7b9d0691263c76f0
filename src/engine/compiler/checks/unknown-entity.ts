import { SCALAR_NAMES } from '../schema/field.ts';
import { unknownNameCheck } from './unknown-name.ts';

export default unknownNameCheck(
  {
    code: 'unknown-entity',
    severity: 'error',
    title: { zh: '没有的类型', en: 'Unknown type' },
    description: {
      zh: '接口的字段只能用基本类型或 schemas/entities 中的实体。',
      en: 'Fields of calls are of basic types or of the entities in schemas/entities.',
    },
    example: {
      file: 'config/api/notice.yaml',
      bad: `notice.list: { get: /api/notice, response: 'artcle-summary[]' }
`,
      good: `notice.list: { get: /api/notice, response: 'article-summary[]' }
`,
    },
  },
  'entity',
  { zh: '类型', en: 'type' },
  ({ library }) => [...SCALAR_NAMES, ...library.entities.keys()],
);
