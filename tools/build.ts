import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type InlineConfig, build as viteBuild } from 'vite';
import { compressFolder } from './build/compress.ts';
import { sizeOf } from './build/sizes.ts';
import { generate } from './generate.ts';
import { LoadError } from './load-project.ts';
import { seconds } from './run.ts';
import { createProject, Offended } from './vite-plugin/project.ts';

export interface BuildOptions {
  distDir: string;
  configDir: string;
  /** One line per step, when it is done. */
  report: (line: string) => void;
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** Generate, check, client, server, registry. Throws `Offended` for a config that cannot be built. */
export async function build({ distDir, configDir, report }: BuildOptions): Promise<void> {
  async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const result = await work();
    report(`  ${name} ${seconds(started)}`);
    return result;
  }

  await step('生成类型', generate);
  const registry = await step('检查配置', () => createProject(configDir).registry());
  await rm(distDir, { recursive: true, force: true });
  const settings = (folder: string, ssr: boolean): InlineConfig => ({
    configFile: 'vite.config.ts',
    logLevel: 'warn',
    build: { outDir: join(distDir, folder), emptyOutDir: true, ssr },
  });
  await step('浏览器代码', () => viteBuild(settings('client', false)));
  await step('服务器渲染', () => viteBuild(settings('server', true)));
  await mkdir(distDir, { recursive: true });
  await step('压缩', async () => {
    await compressFolder(join(distDir, 'client'));
    await writeFile(join(distDir, 'registry.json'), JSON.stringify(registry));
  });
  const { scripts, styles, files } = await sizeOf(distDir, registry.site.pages.home);
  report(
    `  首页(gzip):脚本 ${kilobytes(scripts)},样式 ${kilobytes(styles)},共 ${files} 个文件;页面 ${Object.keys(registry.pages).length} 个`,
  );
}

async function main(): Promise<void> {
  const distDir = process.env['DIST_DIR'] ?? 'dist';
  const configDir = process.env['CONFIG_DIR'] ?? 'config';
  try {
    await build({ distDir, configDir, report: (line) => console.log(line) });
  } catch (fault) {
    if (!(fault instanceof Offended || fault instanceof LoadError)) throw fault;
    console.error(fault.message);
    process.exit(1);
  }
}

if (import.meta.main) await main();
