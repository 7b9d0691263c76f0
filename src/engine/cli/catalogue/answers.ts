import { gatherSamples } from '#engine/cli/fixtures/gather-samples.ts';
import type { SchemaLibrary } from '#engine/compiler/schema/library.ts';
import type { Registry } from '#engine/generated/schemas.ts';
import { createCallMatcher } from '#engine/host/api/match-call.ts';
import { createFixtures } from '#engine/host/fixtures/fixtures.ts';
import { API_MOUNT, isForwarded } from '#engine/runtime/api-base.ts';
import { asRecord } from '#engine/runtime/input.ts';

interface AnswersOptions {
  registry: Registry;
  library: SchemaLibrary;
  /** The role of who looks at the preview. */
  role: string;
  /** Seconds. */
  now: number;
}

const never = new Promise<Response>(() => {});

/** The API of a preview: no server, every call answers with what its declaration promises. */
export function createAnswers({ registry, library, role, now }: AnswersOptions): typeof fetch {
  const fixtures = createFixtures({ registry, samples: gatherSamples(library), now: () => now });
  const match = createCallMatcher(registry.calls);
  const mount = isForwarded(registry.site.api) ? API_MOUNT : registry.site.api.base;

  return async (input, init) => {
    const request = new Request(new URL(input instanceof Request ? input.url : input, location.href), init);
    const { href, pathname, searchParams } = new URL(request.url);
    if (pathname === '/api/face/loading') return never;
    if (pathname === '/api/face/failed') return Response.json({}, { status: 500 });
    const path = mount.startsWith('http')
      ? new URL(href.slice(mount.length), location.href).pathname
      : pathname.slice(mount.length);
    const matched = match(request.method, path);
    const answer =
      matched &&
      fixtures.answer({
        call: matched.name,
        params: matched.params,
        query: asRecord(Object.fromEntries(searchParams)),
        role,
      });
    if (!answer) return Response.json({}, { status: 404 });
    return Response.json(answer.body, { status: answer.status, headers: answer.headers });
  };
}
