import type { Check } from './check.ts';

export default {
  meta: {
    code: 'schema-file',
    severity: 'error',
    essential: true,
    title: { zh: '读不懂的 schema', en: 'Unreadable schema' },
    description: {
      zh: 'schemas 下的文件是 JSON；读不懂就不知道区块有哪些属性。',
      en: 'Files in schemas are JSON; without them nothing is known of a block.',
    },
  },
  scope: 'whole',
  run({ schemaFaults, report }) {
    for (const { path, detail } of schemaFaults) {
      report(path, {
        at: { start: 0, end: 1 },
        message: { zh: `读不懂：${detail}`, en: `cannot be read: ${detail}` },
        hint: { zh: '请开发人员修正这个 JSON 文件。', en: 'Ask a developer to repair this JSON file.' },
      });
    }
  },
} satisfies Check as Check;
