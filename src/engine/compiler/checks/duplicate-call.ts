import { objectEntries } from '../json.ts';
import { endpointOf } from '../schema/call.ts';
import type { Check } from './check.ts';
import { reportRepeats } from './declared-once.ts';

export default {
  meta: {
    code: 'duplicate-call',
    severity: 'error',
    title: { zh: '重复的接口', en: 'Duplicate call' },
    description: {
      zh: '接口名全站唯一；同一方法与地址也只声明一次，否则服务器不知道听谁的。',
      en: 'A call’s name is unique, and so are its method and path, or the server cannot tell which is meant.',
    },
    example: {
      file: 'config/api/notice.yaml',
      bad: `notice.list: { get: /api/notice }
notice.all: { get: /api/notice }
`,
      good: `notice.list: { get: /api/notice }
notice.all: { get: /api/notice/all }
`,
    },
  },
  scope: 'whole',
  run(context) {
    const declared = context.files
      .filter(({ kind }) => kind === 'api')
      .flatMap(({ yaml }) =>
        objectEntries(yaml.value).map(([name, config]) => ({
          name,
          config,
          file: yaml.path,
          pointer: [name],
          part: 'key' as const,
        })),
      );
    const hint = { zh: '去掉其中一个。', en: 'Remove one of them.' };
    reportRepeats(declared, { zh: '接口名', en: 'call name' }, hint, context);
    /* Somebody else's API is told which call is meant by more than the path: a query, or what is asked of it. */
    if (context.project.site.api.base !== '') return;
    const endpoints = declared.map(({ config, file, pointer, part }) => {
      const { method, path } = endpointOf(config);
      return { file, pointer, part, name: `${method} ${path.replace(/\{\w+\}/g, '{}')}` };
    });
    reportRepeats(endpoints, { zh: '接口地址', en: 'endpoint' }, hint, context);
  },
} satisfies Check as Check;
