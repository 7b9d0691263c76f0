import { describe, expect, it } from 'vitest';
import { readAddress } from '#engine/cli/explain/address.ts';
import { readMoment } from '#engine/cli/moment.ts';
import { runTool } from '../../support/run-tool.ts';

const NOW = Date.parse('2026-11-21T15:00:00+08:00') / 1000;
const at = (text: string) =>
  new Date((readMoment(text, NOW, 'Asia/Shanghai') + 8 * 3600) * 1000).toISOString().slice(0, 16);

describe('a moment on the command line', () => {
  it.each([
    ['now', '2026-11-21T15:00'],
    ['今天', '2026-11-21T00:00'],
    ['明天', '2026-11-22T00:00'],
    ['tomorrow 8:30', '2026-11-22T08:30'],
    ['明天 10点', '2026-11-22T10:00'],
    ['2026-12-12', '2026-12-12T00:00'],
    ['2026/12/12 9:05', '2026-12-12T09:05'],
    ['2026年12月12日 20:00:00', '2026-12-12T20:00'],
    ['12-12', '2026-12-12T00:00'],
    ['1月5日 8点30分', '2027-01-05T08:30'],
    ['2026-12-12T10:00:00+08:00', '2026-12-12T10:00'],
    ['2026-12-12T02:00:00Z', '2026-12-12T10:00'],
    ['1797012000', '2026-12-12T02:00'],
  ])('may be %s', (text, moment) => {
    expect(at(text)).toBe(moment);
  });

  it.each([
    ['2026-02-30', /2026 年 2 月没有 30 日.*no day 30/],
    ['2026-02-30T00:00:00+08:00', /2 月没有 30 日/],
    ['明天 25:00', /没有 25 点/],
    ['大后天', /看不懂这个时间.*\n.*明天/],
  ])('is not %s, and why', (text, message) => {
    expect(() => readMoment(text, NOW, 'Asia/Shanghai')).toThrow(message);
  });
});

it('a moment without a zone is one of the shop, wherever that is', () => {
  const inLondon = (text: string) => readMoment(text, NOW, 'Europe/London') * 1000;
  expect(inLondon('2026-07-01 12:00')).toBe(Date.UTC(2026, 6, 1, 11));
  expect(inLondon('today')).toBe(Date.UTC(2026, 10, 21));
});

describe('an address on the command line', () => {
  it('may be a whole URL', () => {
    expect(readAddress(['https://shop.example/list?page=2#top'])).toBe('/list?page=2');
  });

  it('is refused with what is wrong', () => {
    expect(() => readAddress([])).toThrow('缺少网址');
    expect(() => readAddress(['list'])).toThrow('网址要以 / 开头：/list');
    expect(() => readAddress(['/a', '/b'])).toThrow('多了 /b');
    expect(() => readAddress(['/%zz'])).toThrow('%');
  });
});

describe('the commands', () => {
  it('say what is wrong with an option, and what was meant', async () => {
    const [flag, value, help] = await Promise.all([
      runTool('check', ['--fromat', 'json']),
      runTool('check', ['--format', 'jsn']),
      runTool('check', ['--help']),
    ]);
    expect(flag).toMatchObject({ code: 2, out: '' });
    expect(flag.err).toContain('没有 --fromat 这个选项，是不是想写 --format？');
    expect(value.code).toBe(2);
    expect(value.err).toContain('--format 只能是 text、json、github，是不是想写 json？');
    expect(help).toMatchObject({ code: 0, err: '' });
    expect(help.out).toContain('--timeline');
  });
});
