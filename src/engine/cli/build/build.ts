import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build as viteBuild } from 'vite';
import { seconds } from '../run.ts';
import { storewright } from '../vite-plugin/plugin.ts';
import { createProject } from '../vite-plugin/project.ts';
import { compressFolder } from './compress.ts';
import { sizeOf } from './sizes.ts';

export interface BuildOptions {
  distDir: string;
  configDir: string;
  /** One line per step, when it is done. */
  report: (line: string) => void;
}

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
export async function build({ distDir, configDir, report }: BuildOptions): Promise<void> {
  async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const result = await work();
    report(`  ${name} ${seconds(started)}`);
    return result;
  }

  const project = createProject(configDir);
  const registry = await step('检查配置', () => project.registry());
  await rm(distDir, { recursive: true, force: true });
  const half = (folder: string, ssr: boolean) =>
    viteBuild({
      configFile: false,
      logLevel: 'warn',
      plugins: [react(), storewright({ project })],
      build: { outDir: join(distDir, folder), emptyOutDir: true, ssr },
    });
  await step('浏览器代码', () => inProduction(() => half('client', false)));
  await step('服务器渲染', () => inProduction(() => half('server', true)));
  await writeFile(join(distDir, 'registry.json'), JSON.stringify(registry));
  await step('压缩', () => compressFolder(join(distDir, 'client')));
  const { scripts, styles, data, files } = await sizeOf(distDir, registry.site.pages.home);
  report(
    `  首页(gzip):脚本 ${kilobytes(scripts)},样式 ${kilobytes(styles)},配置 ${kilobytes(data)},共 ${files} 个文件;页面 ${Object.keys(registry.pages).length} 个`,
  );
}
