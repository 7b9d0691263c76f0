import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '#engine/cli/chromium.ts';
import { digest } from './digest.ts';

const COUNT = 10_000;
const SEED = 20_261_121;

let browser: Awaited<ReturnType<typeof launchChromium>>;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** The digest's own code, as the shop's build would send it to a browser. */
async function bundle(): Promise<string> {
  const entry = new URL('./digest.ts', import.meta.url).pathname;
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      lib: { entry, formats: ['iife'], name: 'carts', fileName: 'carts' },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (!chunk) throw new Error('nothing was built');
  return chunk.code;
}

// It shows that bundling, minifying and the browser's own numbers and words change no figure; the rules are one code.
test(`browser and server agree on ${COUNT} random carts`, async () => {
  const page = await (
    await browser.newContext({ locale: 'en-US', timezoneId: 'America/New_York' })
  ).newPage();
  await page.addScriptTag({ content: await bundle() });
  const there = await page.evaluate<number[]>(`carts.digest(${SEED}, ${COUNT})`);
  expect(there).toEqual(digest(SEED, COUNT));
}, 60_000);
