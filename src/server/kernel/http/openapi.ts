import type { JsonSchema, ServerRegistry } from './contracts.ts';
import { exampleMaker } from './openapi/example.ts';
import { describeCall } from './openapi/operation.ts';
import { OTHER_PATHS } from './openapi/other-paths.ts';
import { REFUSAL_COMPONENT, REFUSAL_SCHEMA } from './openapi/refusals.ts';
import { toOpenApi } from './openapi/schema.ts';
import type { Outcomes } from './outcomes.ts';

/** The OpenAPI 3.1 document of all calls, generated from the contracts and outcomes that the server itself uses. */
export function describeApi(
  { site, contracts, definitions }: ServerRegistry,
  outcomes: Outcomes,
): JsonSchema {
  const paths: Record<string, JsonSchema> = {};
  const context = { definitions, example: exampleMaker(definitions), outcomes };
  for (const [name, contract] of Object.entries(contracts)) {
    (paths[contract.path] ??= {})[contract.method.toLowerCase()] = describeCall(name, contract, context);
  }
  Object.assign(paths, OTHER_PATHS);
  return {
    openapi: '3.1.0',
    info: { title: `${site.title} API`, version: '1', description: CONVENTIONS, license: LICENSE },
    servers: [{ url: site.api?.base || '/', description: '商城的接口' }],
    tags: tagsOf(paths),
    paths,
    components: {
      schemas: {
        ...entitiesIn(paths, definitions),
        [REFUSAL_COMPONENT]: REFUSAL_SCHEMA,
      },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'sid',
          description: '登录后由服务器设置的会话；括号里的角色是至少要有的：member、approved、staff',
        },
      },
    },
  };
}

const LICENSE = { name: '专有：供本商城及其合作方使用', identifier: 'LicenseRef-Proprietary' };

/** Conventions of all calls. */
const CONVENTIONS = [
  '每个回答是 { code, message, data }，HTTP 状态与 code 相同；200 与 201 是成功，其余没有写入任何东西。',
  '请求体是表单（嵌套写作 params[0][goods_id]=1）或 JSON。分页的回答是 { list, total, page, page_size }，page 从 1 起。',
  '金额以元计，到分；时刻是 1970 年以来的秒数；日期写作 2026-11-09。',
].join('\n\n');

/** The entities that operations refer to, transitively. */
function entitiesIn(
  paths: JsonSchema,
  definitions: ServerRegistry['definitions'],
): Record<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const reach = (node: unknown): void => {
    for (const [, name = ''] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/([a-z-]+)"/g)) {
      const entity = definitions[name];
      if (!entity || found.has(name)) continue;
      const schema = toOpenApi(entity, definitions);
      found.set(name, schema);
      reach(schema);
    }
  };
  reach(paths);
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** A tag for each resource, described by the summaries of its calls. */
function tagsOf(paths: Readonly<Record<string, JsonSchema>>): JsonSchema[] {
  const operations = Object.values(paths).flatMap((path) => Object.values(path) as JsonSchema[]);
  const byTag = Map.groupBy(operations, ({ tags }) => String((tags as string[])[0]));
  return [...byTag].map(([name, its]) => ({
    name,
    description: its.map(({ summary }) => String(summary).split(/[:：;；]/)[0]).join('、'),
  }));
}
