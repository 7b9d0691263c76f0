import { asObject } from '../json.ts';
import { endpointOf, pathParams } from '../schema/call.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'call-path',
    severity: 'error',
    title: { zh: '接口的路径参数', en: 'Path parameters of a call' },
    description: {
      zh: 'params 里声明的参数要出现在接口的地址里，写作 {名字}；与页面同源的接口，地址以 /api/ 开头。',
      en: 'A parameter declared in params stands in the path as {name}; calls of the site itself begin with /api/.',
    },
    example: {
      file: 'config/api/notice.yaml',
      bad: `notice.detail:
  get: /api/notice/{id}
  params: { no: integer }
`,
      good: `notice.detail:
  get: /api/notice/{id}
  params: { id: integer }
`,
    },
  },
  scope: 'file',
  create({ project, report }) {
    return {
      call({ name, value, pointer }) {
        // An invalid declaration has offenses of its own.
        if (project.calls.get(name)?.config !== value) return;
        const { method, path } = endpointOf(value);
        if (project.site.api.base === '' && !path.startsWith('/api/'))
          report({
            at: { pointer: [...pointer, method.toLowerCase()] },
            message: {
              zh: `与页面同源的接口，地址要以 /api/ 开头，${path} 会是一个页面`,
              en: `calls of this site begin with /api/; ${path} would be a page`,
            },
            hint: {
              zh: `写 /api${path}；接口在别处时，在 site.yaml 写 api.base。`,
              en: `Write /api${path}; where the API is elsewhere, site.yaml says so in api.base.`,
            },
          });
        const inPath = pathParams(path);
        for (const param of Object.keys(asObject(value['params']))) {
          if (inPath.includes(param)) continue;
          report({
            at: { pointer: [...pointer, 'params', param], part: 'key' },
            message: {
              zh: `地址 ${path} 里没有 {${param}}`,
              en: `the path ${path} has no {${param}}`,
            },
            hint: {
              zh: '改 params 的名字，或把它移到 query、body。',
              en: 'Rename it, or move it to query or body.',
            },
          });
        }
      },
    };
  },
} satisfies Check as Check;
