import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArgs, runCommand } from '#engine/cli/arguments.ts';
import type { Registry } from '#engine/generated/schemas.ts';
import { writeIndex } from './gallery/index-page.ts';
import { takeGallery } from './gallery/take.ts';
import { builtSite, logIn } from './site-process.ts';

const USAGE = `npm run gallery -- [--out DIR] [--against DIR] [--only PART]… [--site URL]
  每个主要页面的图片:访客、会员、员工,1440 与 375 / pictures of every page, as visitor, member and staff
  --out      .gallery/after   图片与 index.html 放在哪里 / where pictures and index.html go
  --against  并排比较的一批 / pictures of another run, shown beside these
  --only     页面名字里的几个字,或 / 开头的地址 / parts of names of pages, or addresses beginning with /
  --site     一个运行着的商店,不再构建 / a running shop, instead of a build of this one`;

const OPTIONS = {
  out: { type: 'string', default: '.gallery/after' },
  against: { type: 'string' },
  only: { type: 'string', multiple: true },
  site: { type: 'string' },
} as const;

process.exitCode = await runCommand(USAGE, process.argv.slice(2), async (args) => {
  const { out, against, only, site } = readArgs(args, OPTIONS).values;
  const distDir = process.env['DIST_DIR'] ?? 'dist';
  const own = site === undefined ? await builtSite() : undefined;
  try {
    const registry = JSON.parse(await readFile(join(distDir, 'registry.json'), 'utf8')) as Registry;
    const shop = { url: own?.url ?? site ?? '', logIn };
    const pictures = await takeGallery(registry, shop, { out, parts: only ?? [], report: console.log });
    console.log(await writeIndex(out, pictures, against));
    return 0;
  } finally {
    await own?.stop();
  }
});
