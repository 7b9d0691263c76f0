import { asList, asObject } from '#engine/compiler/json.ts';
import { endsIn, type WrittenEnd } from '#engine/compiler/schedule/ends.ts';
import { writeMoment } from '#engine/compiler/schedule/local-time.ts';
import { type Window, windowOf } from '#engine/compiler/schedule/window.ts';
import { propsOf } from '#engine/compiler/schema/block.ts';
import type { Pointer } from '#engine/compiler/source/pointer.ts';
import type { Change } from '../../text/change.ts';
import { later, MINUTE } from './wall-time.ts';

/** Which part of a bar is held: all of it, or one end. */
export type Grip = 'whole' | 'from' | 'until';

/** A period that is moved or stretched by so many ms; an end that it does not have stays open, and it never turns round. */
export function moved({ from, until }: Window, grip: Grip, by: number, zone: string): Window {
  const shifted = (moment: number) => (Number.isFinite(moment) ? later(moment, by, zone) : moment);
  if (grip === 'whole') return { from: shifted(from), until: shifted(until) };
  if (grip === 'from') return { from: Math.min(shifted(from), until - MINUTE), until };
  return { from, until: Math.max(shifted(until), from + MINUTE) };
}

/** Literal ends (of countdowns, coupons) inside a page or block that are the same moment as its own end. */
export function linkedEnds(value: unknown, pointer: Pointer): WrittenEnd[] {
  const { until } = windowOf(asObject(value)['schedule']);
  return everyEnd(asObject(value), pointer).filter(({ moment }) => moment === until);
}

function everyEnd(value: Record<string, unknown>, pointer: Pointer): WrittenEnd[] {
  const own = 'block' in value ? [...endsIn(propsOf(value), pointer)] : [];
  const inner = (['blocks', 'children'] as const).flatMap((key) =>
    asList(value[key]).flatMap((one, index) => everyEnd(asObject(one), [...pointer, key, index])),
  );
  return [...own, ...inner];
}

const SIDES = ['from', 'until'] as const;

/**
 * The changes that give a page, block or slot another schedule: of the ends that are others, and of what ends at the same moment.
 * @param value what stands at `pointer` now
 */
export function scheduleChanges(
  value: unknown,
  pointer: Pointer,
  next: Window,
  { zone, linked }: { zone: string; linked: readonly WrittenEnd[] },
): Change[] {
  const schedule = asObject(asObject(value)['schedule']);
  const now = windowOf(schedule);
  const changed = SIDES.filter((side) => next[side] !== now[side]);
  const isEmptied = Object.keys(schedule).every(
    (key) => changed.some((side) => side === key) && !Number.isFinite(next[key as Grip & keyof Window]),
  );
  if (changed.length > 0 && isEmptied) return [{ kind: 'remove', at: [...pointer, 'schedule'] }];
  const own = changed.map((side): Change => {
    const at = [...pointer, 'schedule', side];
    return Number.isFinite(next[side])
      ? { kind: 'set', at, value: writeMoment(next[side], zone) }
      : { kind: 'remove', at };
  });
  if (!changed.includes('until') || !Number.isFinite(next.until)) return own;
  return [
    ...own,
    ...linked.map(({ pointer: at, write }): Change => ({ kind: 'set', at, value: write(next.until, zone) })),
  ];
}
