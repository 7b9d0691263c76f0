import type { Registry } from '#engine/generated/schemas.ts';
import type { ExampleWords } from './example-words.ts';
import type { Example } from './examples.ts';

/** The faces of a block besides its normal one. */
const FACES = ['loading', 'empty', 'failed', 'closed'] as const;

type Face = (typeof FACES)[number];

const PAST = '2000-01-01T00:00:00+08:00';

/**
 * Adds, for the first example of each type, a page for each of its faces: the same block, but its data never comes, has
 * failed or is empty, or it is out of its schedule. `/example/<type>/1/<face>`.
 */
export function withFaces(registry: Registry, examples: readonly Example[], words: ExampleWords): Registry {
  const routes = [...registry.routes];
  const pages = { ...registry.pages };
  const firsts = new Set(examples.filter(({ number }) => number === 1).map(({ path }) => path));
  for (const route of registry.routes.flatMap((parent) => [parent, ...(parent.children ?? [])])) {
    const body = registry.pages[route.name];
    if (!firsts.has(route.path ?? '') || body === undefined) continue;
    const blocks = body.blocks.slice(1);
    for (const face of FACES) {
      const name = `${route.name}_${face}`;
      const data = { face: { call: `face.${face}`, after: [] } };
      routes.push({ ...route, name, path: `${route.path}/${face}` });
      pages[name] = { ...body, data, blocks: blocks.map((block) => withFace(face, block, words)) };
    }
  }
  const call = (face: Face) => [`face.${face}`, { method: 'GET', path: `/api/face/${face}`, silent: true }];
  const calls = { ...registry.calls, ...Object.fromEntries(FACES.map(call)) };
  return { ...registry, routes, pages, calls };
}

type Block = Registry['pages'][string]['blocks'][number];

const withFace = (face: Face, block: Block, words: ExampleWords): Block => ({
  ...block,
  ...changes(face, block, words),
});

function changes(
  face: Face,
  { props, emptyWhen, needs }: Block,
  { closedText }: ExampleWords,
): Partial<Block> {
  if (face === 'closed') return { schedule: { until: PAST }, props: { ...props, closedText } };
  if (face === 'empty') return emptyWhen === undefined ? {} : { props: { ...props, [emptyWhen]: [] } };
  return { needs: [...needs, 'face'] };
}
