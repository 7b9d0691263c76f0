import type { RunningSite } from '#engine/cli/running-site.ts';
import { median } from '../median.ts';

/** All kinds of keywords that a buyer types. */
const KEYWORDS = ['amxl', 'bl', '阿莫西林', '感冒', '胶囊', '药业', '29', 'sx', '六味地黄丸', 'n'];

const ROUNDS = 30;

/** Median ms of a suggestion, asked one after the other. */
export async function measureSuggestions(site: RunningSite): Promise<number> {
  const cookie = await site.logIn('buyer-01');
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const keyword of KEYWORDS) {
      const started = performance.now();
      const path = `/api/goods/search?keywords=${encodeURIComponent(keyword)}&type=goods`;
      await (await fetch(`${site.url}${path}`, { headers: { cookie } })).arrayBuffer();
      times.push(performance.now() - started);
    }
  }
  return median(times);
}
