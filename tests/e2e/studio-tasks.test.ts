import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { examplesOf, readGuide } from '../config/support/guide.ts';
import { openStudio, type StudioPage } from './support/studio.ts';

let studio: StudioPage;

const examples = examplesOf(await readGuide());

/** What the guide writes by hand. */
function byHand(target: string, has = ''): unknown {
  const found = examples.find((one) => one.target === target && one.text.includes(has));
  if (found === undefined) throw new Error(`the guide has no ${target} with ${has}`);
  return parse(found.text);
}

const written = async (path: string): Promise<unknown> => parse(await studio.read(path));
const blocksOf = async (path: string) => ((await written(path)) as { blocks: unknown[] }).blocks;

const SCHEDULE = '什么时间开放 schedule';
const DATA = '页面要的数据 data';
const QUERY = '查询参数 query';

beforeAll(async () => {
  studio = await openStudio();
}, 300_000);

afterAll(async () => {
  await studio?.close();
}, 60_000);

describe('in the studio, what the guide writes by hand', () => {
  test('an activity, its slot, and the way to it from the home page', async () => {
    await studio.newPage({ kind: 'activity', title: '双十二大促', name: 'double12' });
    await studio.item('页面 双十二大促').click();
    await studio.fill('开始 from', '2026-12-12 00:00', SCHEDULE);
    await studio.fill('结束 until', '2026-12-13 00:00', SCHEDULE);
    await studio.choose('promotion', '1', DATA, 'goods', QUERY);
    await studio.choose('sort', 'sales', DATA, 'goods', QUERY);
    await studio.item('倒计时').click();
    await studio.fill('到哪一时刻 until', '2026-12-13 00:00');
    const page = 'pages/marketing/double12.yaml';
    await expect.poll(() => written(page)).toEqual(byHand(`config/${page}`));
    expect(await written('ads.yaml')).toMatchObject(byHand('config/ads.yaml', 'double12') as object);
  });
});
