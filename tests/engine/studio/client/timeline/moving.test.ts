import { describe, expect, test } from 'vitest';
import { parseYaml } from '#engine/compiler/source/parse-yaml.ts';
import { linkedEnds, moved, scheduleChanges } from '#engine/studio/client/timeline/moving.ts';
import { DAY, HOUR, MINUTE } from '#engine/studio/client/timeline/wall-time.ts';
import { editText } from '#engine/studio/text/edit-text.ts';

const ZONE = 'Asia/Shanghai';
const at = (text: string) => Date.parse(`${text}+08:00`);
const DAYS = { from: at('2026-12-10T00:00:00'), until: at('2026-12-13T00:00:00') };

describe('a bar', () => {
  test('that is moved keeps its length', () => {
    expect(moved(DAYS, 'whole', DAY, ZONE)).toEqual({ from: DAYS.from + DAY, until: DAYS.until + DAY });
  });

  test('that is stretched keeps its other end', () => {
    expect(moved(DAYS, 'until', 90 * MINUTE, ZONE)).toEqual({
      ...DAYS,
      until: at('2026-12-13T01:30:00'),
    });
    expect(moved(DAYS, 'from', -HOUR, ZONE)).toEqual({ ...DAYS, from: at('2026-12-09T23:00:00') });
  });

  test('keeps a minute at least, however far an end is drawn', () => {
    expect(moved(DAYS, 'until', -30 * DAY, ZONE)).toEqual({ ...DAYS, until: DAYS.from + MINUTE });
    expect(moved(DAYS, 'from', 30 * DAY, ZONE)).toEqual({ ...DAYS, from: DAYS.until - MINUTE });
  });

  test('keeps the end that it does not have', () => {
    const open = { from: DAYS.from, until: Infinity };
    expect(moved(open, 'whole', DAY, ZONE)).toEqual({ from: DAYS.from + DAY, until: Infinity });
    expect(moved(open, 'until', DAY, ZONE)).toEqual(open);
  });
});

const PAGE = `name: a
schedule:
  from: 2026-12-10T00:00:00+08:00 # 周四
  until: "2026-12-13T00:00:00+08:00"
blocks:
  - block: countdown
    until: 2026-12-13T00:00:00+08:00
  - block: panel
    blocks:
      - { block: coupon, ends_at: 1797091200 }
      - { block: countdown, until: 2026-12-11T00:00:00+08:00 }
`;

function written(text: string, next: typeof DAYS): string {
  const { value } = parseYaml(text);
  const linked = linkedEnds(value, []);
  return scheduleChanges(value, [], next, { zone: ZONE, linked }).reduce(editText, text);
}

describe('a schedule that is moved', () => {
  test('is written in its lines alone, with what ends at the same moment, each in its notation', () => {
    expect(written(PAGE, moved(DAYS, 'until', DAY, ZONE))).toBe(
      PAGE.replaceAll('2026-12-13', '2026-12-14').replace('1797091200', '1797177600'),
    );
  });

  test('leaves what ends at the same moment when its beginning is moved', () => {
    expect(written(PAGE, moved(DAYS, 'from', DAY, ZONE))).toBe(PAGE.replace('12-10T00', '12-11T00'));
  });

  test('gives no change where it stays', () => {
    const { value } = parseYaml(PAGE);
    expect(scheduleChanges(value, [], DAYS, { zone: ZONE, linked: [] })).toEqual([]);
  });

  test('loses an end that is emptied, and itself with the last one', () => {
    expect(written(PAGE, { ...DAYS, from: -Infinity })).toBe(
      PAGE.replace('  from: 2026-12-10T00:00:00+08:00 # 周四\n', ''),
    );
    const changes = scheduleChanges(
      { schedule: { from: '2026-12-10T00:00:00+08:00' } },
      ['blocks', 0],
      { from: -Infinity, until: Infinity },
      { zone: ZONE, linked: [] },
    );
    expect(changes).toEqual([{ kind: 'remove', at: ['blocks', 0, 'schedule'] }]);
  });

  test('gets an end that it did not have', () => {
    const open = `schedule: { from: 2026-12-10T00:00:00+08:00 }\nblocks: []\n`;
    expect(written(open, DAYS)).toBe(
      `schedule: { from: 2026-12-10T00:00:00+08:00, until: 2026-12-13T00:00:00+08:00 }\nblocks: []\n`,
    );
  });
});
