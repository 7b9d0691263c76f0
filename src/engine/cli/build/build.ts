import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build as viteBuild } from 'vite';
import type { Language } from '../language.ts';
import { seconds } from '../run.ts';
import { storewright } from '../vite-plugin/plugin.ts';
import { type Adjust, createProject } from '../vite-plugin/project.ts';
import { compressFolder } from './compress.ts';
import { sizeOf } from './sizes.ts';

export interface BuildOptions {
  distDir: string;
  configDir: string;
  /** Changes the compiled config before it is built. */
  adjust?: Adjust;
  /** Of what is reported; the site's when left out. */
  lang?: Language | undefined;
  /** One line per step, when it is done. */
  report: (line: string) => void;
}

/** What is reported of each step. */
const STEPS = {
  check: { zh: '检查配置', en: 'config checked' },
  browser: { zh: '浏览器代码', en: 'code for browsers' },
  server: { zh: '服务器渲染', en: 'server rendering' },
  compress: { zh: '压缩', en: 'compressed' },
};

/** Vite and React choose their halves by this variable, and a test run or a shell may have set it to something else. */
async function inProduction<T>(work: () => Promise<T>): Promise<T> {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/**
 * Compiles the config and builds the site from it: `client/`, `server/` and `registry.json` in `distDir`.
 * Throws `Offended` for a config that cannot be built; then `distDir` is as it was.
 */
export async function build({ distDir, configDir, adjust, lang, report }: BuildOptions): Promise<void> {
  const project = createProject(configDir, { adjust, lang });
  async function step<T>(name: keyof typeof STEPS, work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const result = await work();
    report(`  ${STEPS[name][project.language()]} ${seconds(started)}`);
    return result;
  }

  const registry = await step('check', () => project.registry());
  await rm(distDir, { recursive: true, force: true });
  const half = (folder: string, ssr: boolean) =>
    viteBuild({
      configFile: false,
      logLevel: 'warn',
      plugins: [react(), storewright({ project })],
      build: { outDir: join(distDir, folder), emptyOutDir: true, ssr },
    });
  await step('browser', () => inProduction(() => half('client', false)));
  await step('server', () => inProduction(() => half('server', true)));
  await writeFile(join(distDir, 'registry.json'), JSON.stringify(registry));
  await step('compress', () => compressFolder(join(distDir, 'client')));
  const { files, ...bytes } = await sizeOf(distDir, registry.site.pages.home);
  const [scripts, styles, data] = [bytes.scripts, bytes.styles, bytes.data].map(kilobytes);
  const pages = Object.keys(registry.pages).length;
  report(
    {
      zh: `  首页(gzip):脚本 ${scripts},样式 ${styles},配置 ${data},共 ${files} 个文件;页面 ${pages} 个`,
      en: `  home page (gzip): scripts ${scripts}, styles ${styles}, config ${data}, in ${files} files; ${pages} pages`,
    }[project.language()],
  );
}
