import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { loadBuiltSite, readRegistry } from '#engine/host/built-site.ts';
import { pageHeaders } from '#engine/host/headers.ts';
import { isForwarded } from '#engine/runtime/api-base.ts';
import { CommandError } from '../arguments.ts';
import { staticPages } from './static-pages.ts';

/** Where a page stands, so that any web server finds it by its address. */
const fileOf = (path: string): string => join(path === '/' ? '' : path, 'index.html');

/** What a host says in headers, for a page that no host of ours sends: framing is the one thing that only a header forbids. */
function withPolicy(html: string, policy: string): string {
  const rules = policy.replace(/;? frame-ancestors [^;]*/, '').replaceAll('"', '&quot;');
  return html.replace(
    '<meta charset="utf-8">',
    `<meta charset="utf-8"><meta http-equiv="content-security-policy" content="${rules}">`,
  );
}

/**
 * Writes a built site as files for any web server: `static/` below the build. Deep links that no file stands for are answered
 * by `404.html`, which shows the page that the address is of.
 * @throws CommandError for a shop whose calls only a host could pass on
 */
export async function writeStatic(distDir: string, report: (line: string) => void): Promise<void> {
  const folder = resolve(distDir);
  const registry = await readRegistry(folder);
  const { api } = registry.site;
  if (isForwarded(api) || (api.base === '' && Object.keys(registry.calls).length > 0))
    throw new CommandError(
      '没有网站转发接口：在 site.yaml 写 api: { base: https://…, through: browser } / a site of files has no host to pass its calls on: api needs a base, and through: browser',
    );
  const built = await loadBuiltSite(folder);
  const target = join(folder, 'static');
  await rm(target, { recursive: true, force: true });
  await cp(built.clientFolder, target, {
    recursive: true,
    filter: (path) => !/\.(?:br|gz)$/.test(path) && !path.endsWith('.vite'),
  });
  const put = async (file: string, html: string, styles: readonly string[] = []) => {
    const headers = pageHeaders(registry.site, { scripts: built.inlineScripts, styles });
    await mkdir(dirname(join(target, file)), { recursive: true });
    await writeFile(join(target, file), withPolicy(html, headers['content-security-policy'] ?? ''));
  };
  const counts = { rendered: 0, shell: 0, redirect: 0 };
  for await (const { path, html, styles, kind, reason } of staticPages(registry, built)) {
    counts[kind] += 1;
    await put(fileOf(path), html, styles);
    if (reason !== undefined) report(`  ${path}: ${reason}`);
  }
  const empty = built.shell(built.manifest);
  await put('404.html', empty.html.toString(), empty.inlineStyles);
  report(
    `  ${target}: ${counts.rendered} 页已渲染 / rendered, ${counts.shell} 页由浏览器生成 / shells, ${counts.redirect} 个转向 / redirects`,
  );
}
