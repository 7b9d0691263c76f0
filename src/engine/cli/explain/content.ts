import { everyBlock } from '#engine/compiler/schema/block.ts';
import { slotData } from '#engine/compiler/schema/data.ts';
import type { PlacedBlock, Registry } from '#engine/generated/schemas.ts';
import { blockStateAtom } from '#engine/renderer/block/block-state.ts';
import { ownersOf, pageOwner, shellOwner, type View } from '#engine/renderer/view.ts';
import { holds } from '#engine/runtime/condition.ts';
import { resolveInput } from '#engine/runtime/input.ts';
import type { OwnerData } from '#engine/runtime/owner-data.ts';
import type { PageLocation } from '#engine/runtime/scope.ts';
import type { Session } from '#engine/runtime/session.ts';
import { FACES, operandsOf, whyBlock } from '#engine/studio/why.ts';
import type { ExplainOptions } from './options.ts';

/** Describes the requests of a shown page, and which of its blocks are visible, with those of the shell. */
export async function contentLines(
  view: View,
  location: PageLocation,
  session: Session,
  options: ExplainOptions,
): Promise<string[]> {
  const { registry, lang } = options;
  const say = (zh: string, en: string) => (lang === 'zh' ? zh : en);
  const dataByOwner = session.show(
    location,
    ownersOf(view, (name) => registry.pages[name]?.data),
  );
  await session.settled();
  return partsOf(view, registry).flatMap((part) => {
    const ownerData = dataByOwner.get(part.owner);
    if (ownerData === undefined) return [];
    const head = part.shell
      ? say(`外壳 ${part.name}`, `shell ${part.name}`)
      : say(`页面 ${part.name}`, `page ${part.name}`);
    const lines = [
      ...dataLines(part, ownerData, session, options),
      ...blockLines(part.blocks, ownerData, session, options, ''),
    ];
    return ['', head, ...lines.map((line) => `  ${line}`)];
  });
}

interface Part {
  name: string;
  owner: string;
  shell: boolean;
  file: string;
  blocks: readonly PlacedBlock[];
}

function partsOf({ page, layouts, shells }: View, registry: Registry): Part[] {
  const pages = [...layouts, page].map(({ name }) => ({
    name,
    owner: pageOwner(name),
    shell: false,
    file: registry.pages[name]?.source.file ?? '',
    blocks: registry.pages[name]?.blocks ?? [],
  }));
  const around = shells.map(({ name }) => ({
    name,
    owner: shellOwner(name),
    shell: true,
    file: `config/shell/${name}.yaml`,
    blocks: registry.shells[name]?.blocks ?? [],
  }));
  return [...pages, ...around];
}

function dataLines(
  part: Part,
  ownerData: OwnerData,
  session: Session,
  { locations, lang, show }: ExplainOptions,
): string[] {
  const say = (zh: string, en: string) => (lang === 'zh' ? zh : en);
  const scope = session.store.get(ownerData.scope);
  return Object.entries(ownerData.entries).map(([name, entry]) => {
    const page = part.shell ? undefined : part.name;
    const placed = everyBlock(part.blocks).find(({ slot }) => slot !== undefined && slotData(slot) === name);
    const { file, line } =
      placed === undefined
        ? locations.data(part.file, page, name)
        : locations.slot(part.file, page, placed.key);
    const { method } = session.client.binding(entry.call);
    const key = session.client.key(entry.call, resolveInput(entry, scope));
    const request = `${method} ${key?.replace(/^\S+ /, '').replace(/\?$/, '') ?? say('（缺路径参数）', '(a path parameter is missing)')}`;
    const state = session.store.get(ownerData.state(name));
    const skipped = entry.when !== undefined && !holds(entry.when, scope);
    const result = skipped
      ? say(`不取：${operandsOf(entry.when, scope).zh}`, `not asked: ${operandsOf(entry.when, scope).en}`)
      : state.status === 'ready'
        ? say('取到了', 'answered')
        : state.failure?.code
          ? say(
              `${state.failure.code} ${state.failure.message}`,
              `refused (${state.failure.code}): ${state.failure.message}`,
            )
          : say('没有取（未连商店，见 --site）', 'not asked (no shop to ask, see --site)');
    return `$data.${name}  ${entry.call}  ${request}  ${result}  ${show(file)}:${line}`;
  });
}

function blockLines(
  blocks: readonly PlacedBlock[],
  ownerData: OwnerData,
  session: Session,
  options: ExplainOptions,
  indent: string,
): string[] {
  const { lang, show } = options;
  const scope = session.store.get(ownerData.scope);
  return blocks.flatMap((placed) => {
    const state = session.store.get(blockStateAtom(placed, { ownerData, item: undefined }));
    const { source, block, id, slot } = placed;
    const name = `${block}${id === undefined ? '' : `#${id}`}${slot === undefined ? '' : ` (${slot})`}`;
    const own = `${indent}${FACES[state.face][lang]}  ${name}  ${whyBlock(placed, state, scope)[lang]}  ${show(source.file)}:${source.line}`;
    const inner = state.face === 'hidden' || block === 'repeat' ? [] : (placed.blocks ?? []);
    return [own, ...blockLines(inner, ownerData, session, options, `${indent}  `)];
  });
}
