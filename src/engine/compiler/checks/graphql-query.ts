import { nearest } from '../similar-names.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'graphql-query',
    severity: 'error',
    title: { zh: 'GraphQL 的查询', en: 'GraphQL query' },
    description: {
      zh: '接口的 graphql 是 config/api 下的一个文件，里面有一个查询；body 的各字段是它的变量，名字要一样，必填的一个也不能少。',
      en: 'A call names a file below config/api with one operation in graphql; the fields of body are its variables, by the same names, with none missing that it requires.',
    },
    example: {
      file: 'config/api/tea.yaml',
      beside: {
        'config/api/teas.graphql': `query ($term: String) { teas(term: $term) { name } }
`,
      },
      bad: `tea.list:
  post: /api/graphql
  graphql: teas.graphql
  body: { word: string? }
`,
      good: `tea.list:
  post: /api/graphql
  graphql: teas.graphql
  body: { term: string? }
`,
    },
  },
  scope: 'file',
  create({ project, report }) {
    return {
      call({ name, value, pointer }) {
        const config = project.calls.get(name)?.config;
        // An invalid declaration has offenses of its own.
        if (config !== value || config?.graphql === undefined) return;
        const file = config.graphql;
        const at = { pointer: [...pointer, 'graphql'] };
        const query = project.queries.get(file);
        if (query === undefined) {
          const near = nearest(file, project.queries.keys());
          const [zh, en] =
            near.length > 0 ? [`；有 ${near.join('、')}`, `; there is ${near.join(', ')}`] : ['', ''];
          report({
            at,
            message: { zh: `没有 config/api/${file}`, en: `there is no config/api/${file}` },
            hint: { zh: `把查询写在这个文件里${zh}。`, en: `Write the query into that file${en}.` },
          });
          return;
        }
        if ('fault' in query) {
          report({
            at,
            message: {
              zh: `config/api/${file}:${query.line}:${query.column} 不是一个 GraphQL 查询：${query.fault}`,
              en: `config/api/${file}:${query.line}:${query.column} is no GraphQL query: ${query.fault}`,
            },
            hint: { zh: '改好那个文件；一个文件一个查询。', en: 'Mend that file; one operation a file.' },
          });
          return;
        }
        const names = query.variables.map((variable) => variable.name);
        const paging = config.page ?? project.site.api.page;
        const paged = new Set(Object.values(paging?.query ?? {}));
        const given = Object.keys(config.body ?? {});
        for (const field of given) {
          if (names.includes(field) || ((field === 'page' || field === 'page_size') && paged.size > 0))
            continue;
          report({
            at: { pointer: [...pointer, 'body', field], part: 'key' },
            message: {
              zh: `config/api/${file} 没有变量 $${field}`,
              en: `config/api/${file} has no variable $${field}`,
            },
            hint: {
              zh: names.length > 0 ? `它的变量有 ${names.join('、')}。` : '它没有变量。',
              en: names.length > 0 ? `Its variables are ${names.join(', ')}.` : 'It has no variables.',
            },
          });
        }
        const missing = query.variables.find(
          ({ name: needed, isRequired }) => isRequired && !given.includes(needed) && !paged.has(needed),
        );
        if (missing === undefined) return;
        report({
          at,
          message: {
            zh: `config/api/${file} 必填的变量 $${missing.name} 不在 body 里`,
            en: `config/api/${file} requires $${missing.name}, which body does not have`,
          },
          hint: { zh: `在 body 里写上 ${missing.name}。`, en: `Declare ${missing.name} in body.` },
        });
      },
    };
  },
} satisfies Check as Check;
