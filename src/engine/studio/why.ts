import type { Text } from '#engine/compiler/offense.ts';
import { showWindow } from '#engine/compiler/schedule/show.ts';
import { windowOf } from '#engine/compiler/schedule/window.ts';
import type { Condition, PlacedBlock } from '#engine/generated/schemas.ts';
import type { BlockState } from '#engine/renderer/block/block-state.ts';
import { isOpen } from '#engine/renderer/guard.ts';
import { holds } from '#engine/runtime/condition.ts';
import { resolve } from '#engine/runtime/reference.ts';
import type { Scope } from '#engine/runtime/scope.ts';

/** A value, short enough for one line. */
function brief(value: unknown): Text {
  if (value === undefined) return { zh: '（没有）', en: '(nothing)' };
  const text = JSON.stringify(value);
  const shown = text.length > 60 ? `${text.slice(0, 57)}…` : text;
  return { zh: shown, en: shown };
}

/** A condition with the values of its references, as `$data.products.total = 12`. */
export function operandsOf(condition: Condition | undefined, scope: Scope): Text {
  const references = new Set(JSON.stringify(condition ?? '').match(/\$[A-Za-z]+(?:\.[\w-]+|\[\d*\])*/g));
  const values = [...references].map((one) => ({ one, value: brief(resolve(one, scope)) }));
  return {
    zh: values.map(({ one, value }) => `${one} = ${value.zh}`).join('，'),
    en: values.map(({ one, value }) => `${one} = ${value.en}`).join(', '),
  };
}

/** Why a block is shown or is not. */
export function whyBlock(placed: PlacedBlock, state: BlockState, scope: Scope): Text {
  const { schedule, when, needs, emptyWhen } = placed;
  const operands = operandsOf(when, scope);
  const because = {
    zh: `when ${JSON.stringify(when)}（${operands.zh}）`,
    en: `when ${JSON.stringify(when)} (${operands.en})`,
  };
  if (schedule && !isOpen(schedule, scope.now)) {
    const { zh, en } = showWindow(windowOf(schedule), scope.site.timeZone);
    return { zh: `不在排期内：${zh}`, en: `out of its schedule: ${en}` };
  }
  switch (state.face) {
    case 'hidden':
      return when !== undefined && !holds(when, scope)
        ? { zh: `条件不成立：${because.zh}`, en: `its condition does not hold: ${because.en}` }
        : { zh: `${emptyWhen} 没有值`, en: `${emptyWhen} has no value` };
    case 'closed':
      return { zh: '显示 closedText', en: 'shows its closedText' };
    case 'loading':
      return { zh: `数据还没到：${needs.join('、')}`, en: `waits for data: ${needs.join(', ')}` };
    case 'failed':
      if (state.failure.kind === 'network')
        return {
          zh: `没有数据可看（--site 连上商店）：${state.names.join('、')}`,
          en: `no data to judge by (--site asks a shop): ${state.names.join(', ')}`,
        };
      return {
        zh: `数据没取到（${state.failure.kind}）：${state.names.join('、')}`,
        en: `data is missing (${state.failure.kind}): ${state.names.join(', ')}`,
      };
    case 'empty':
      return {
        zh: `${emptyWhen} 是空列表，显示“空”的样子`,
        en: `${emptyWhen} is empty: it shows its empty face`,
      };
    case 'ready':
      break;
  }
  if (when !== undefined) return { zh: `条件成立：${because.zh}`, en: `its condition holds: ${because.en}` };
  return schedule ? { zh: '在排期内', en: 'in its schedule' } : { zh: '没有条件', en: 'no condition' };
}

/** The words for the states of a block. */
export const FACES: Record<BlockState['face'], Text> = {
  hidden: { zh: '不显示', en: 'hidden' },
  closed: { zh: '未开放', en: 'closed' },
  loading: { zh: '等数据', en: 'loading' },
  failed: { zh: '缺数据', en: 'failed' },
  empty: { zh: '空', en: 'empty' },
  ready: { zh: '显示', en: 'shown' },
};
