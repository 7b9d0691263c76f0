import { isObject } from '#engine/compiler/json.ts';
import type { Project } from '#engine/compiler/project/project.ts';
import { callSchemas } from '#engine/compiler/references/call-schemas.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import { gatedRole } from '#engine/compiler/schema/gated.ts';
import { mayEnter, VISITOR } from '#engine/runtime/roles.ts';
import { gatherSamples, sample } from './sample.ts';

interface AnswersOptions {
  project: Project;
  /** The role of who looks at the preview. */
  role: string;
  /** Seconds. */
  now: number;
}

const never = new Promise<Response>(() => {});

const answer = (code: number, data: unknown) =>
  Response.json({ code, message: code === 200 ? '' : '预览里的失败', data }, { status: code });

/** The API of a preview: no server, every call answers with what its declaration promises. */
export function createAnswers({ project, role, now }: AnswersOptions): typeof fetch {
  const { library } = project;
  const how = {
    library,
    samples: gatherSamples(library),
    now,
    hides: (schema: JsonSchema) => {
      const needed = gatedRole(schema, project.site);
      return needed !== undefined && !mayEnter(role, needed, project.site);
    },
  };
  const calls = [...project.calls.values()].map(({ name, config }) => {
    const [method = 'get', path = ''] =
      (['get', 'post', 'put', 'delete'] as const)
        .map((key) => [key, config[key]] as const)
        .find(([, declared]) => declared !== undefined) ?? [];
    const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return { name, config, method, pattern };
  });

  return (input, init) => {
    const request = new Request(new URL(input instanceof Request ? input.url : input, location.href), init);
    const { pathname } = new URL(request.url);
    if (pathname === '/api/face/loading') return never;
    if (pathname === '/api/face/failed') return Promise.resolve(answer(500, null));
    const method = request.method.toLowerCase();
    const call = calls.find((one) => one.method === method && one.pattern.test(pathname));
    if (call === undefined) return Promise.resolve(answer(404, null));
    if (call.name === project.site.user.call && role === VISITOR) return Promise.resolve(answer(401, null));
    const data = sample(callSchemas(call.config).answer, how);
    const isUser = call.name === project.site.user.call && isObject(data);
    return Promise.resolve(
      answer(200, isUser ? { ...data, ...project.site.roles[role]?.preview?.user } : data),
    );
  };
}
