import { isObject, objectEntries } from '#engine/compiler/json.ts';
import { localTime, writeMoment } from '#engine/compiler/schedule/local-time.ts';
import type { SchemaLibrary } from '#engine/compiler/schema/library.ts';
import { shapes } from '#engine/compiler/schema/shape.ts';
import type { Pointer } from '#engine/compiler/source/pointer.ts';
import { fromLocalTime } from '#engine/runtime/format/zone.ts';

/** A moment as it is written: with its zone, or as 10-digit seconds. */
export type Moment = string | number;

const WRITTEN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** Numbers below are no moments of this century. */
const FIRST_SECOND = 1_000_000_000;

const inMilliseconds = (moment: Moment): number =>
  typeof moment === 'number' ? moment * 1000 : Date.parse(moment);

/** What a clock of the zone shows, as if it were one of UTC; ms. */
const onClock = (moment: Moment, timeZone: string): number =>
  Date.parse(`${localTime(inMilliseconds(moment), timeZone).replace(' ', 'T')}Z`);

/** A moment as a field for dates and times holds it: `2026-11-01T09:30`. */
export const clockText = (moment: Moment, timeZone: string): string =>
  new Date(onClock(moment, timeZone)).toISOString().slice(0, 16);

/** The moment at which a clock of the zone shows this (`2026-11-01T09:30`), as YAML has it; undefined for no such text. */
export function momentAt(clock: string, timeZone: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(clock)) return undefined;
  const seconds = fromLocalTime(`${clock}:00`, timeZone);
  return Number.isNaN(seconds) ? undefined : writeMoment(seconds * 1000, timeZone);
}

/** How far (ms) it is on the clocks of a zone from a moment to what they show then; NaN for what is no date and time. */
export const clockDistance = (from: Moment, to: string, timeZone: string): number =>
  Date.parse(`${to.slice(0, 16)}:00Z`) - onClock(from, timeZone);

/** A moment moved by a distance on the clocks of a zone: midnight stays midnight, whatever summer time does. */
export function shiftMoment<M extends Moment>(moment: M, distance: number, timeZone: string): M {
  const clock = new Date(onClock(moment, timeZone) + distance).toISOString().slice(0, 19);
  const seconds = fromLocalTime(clock, timeZone);
  return (typeof moment === 'number' ? seconds : writeMoment(seconds * 1000, timeZone)) as M;
}

/** Where a config has moments: texts that are written so, and seconds in props of blocks that may be a date and time. */
export function momentsIn(value: unknown, library: SchemaLibrary): { pointer: Pointer; moment: Moment }[] {
  const found: { pointer: Pointer; moment: Moment }[] = [];
  const visit = (at: unknown, pointer: Pointer, isMoment: boolean) => {
    if (typeof at === 'string' && WRITTEN.test(at) && !Number.isNaN(Date.parse(at)))
      found.push({ pointer, moment: at });
    else if (typeof at === 'number' && isMoment && at >= FIRST_SECOND) found.push({ pointer, moment: at });
    else if (Array.isArray(at))
      for (const [index, item] of at.entries()) visit(item, [...pointer, index], false);
    else if (isObject(at)) {
      const timed = timedProps(at['block'], library);
      for (const [key, inner] of Object.entries(at)) visit(inner, [...pointer, key], timed.has(key));
    }
  };
  visit(value, [], false);
  return found;
}

/** Props of a block type that may be a date and time. */
function timedProps(type: unknown, library: SchemaLibrary): ReadonlySet<string> {
  const schema = typeof type === 'string' ? library.blocks.get(type) : undefined;
  const timed = objectEntries(schema?.['properties']).filter(([, property]) =>
    shapes(property, library).some(({ format }) => format === 'date-time'),
  );
  return new Set(timed.map(([name]) => name));
}
