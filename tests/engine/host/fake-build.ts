import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A page renderer with the seam of the real one, small enough to see what the host gives it. */
const ENTRY = `
const never = new Promise(() => {});
let count = 0;
export const inlineScripts = ['go()'];
let flaky = true;
export async function render(request, host) {
  const page = await answer(request, host);
  return { ...page, html: Buffer.from(page.html) };
}

async function answer(request, host) {
  const { pathname } = new URL(request.url);
  if (pathname === '/gone') return { status: 302, location: '/404', html: '' };
  if (pathname === '/moved') return { status: 301, location: '/404', html: '' };
  if (pathname === '/404') return { status: 404, html: '<!doctype html><p>没有这个页面</p>' };
  if (pathname === '/broken') throw new Error('the renderer broke');
  if (pathname === '/endless') return never;
  if (pathname === '/counted') return { status: 200, html: 'count ' + ++count };
  if (pathname === '/flaky' && flaky) throw new Error((flaky = false) + ' start');
  const user = await host.answer({ method: 'GET', path: '/api/user/base', headers: new Headers() });
  const { code, data } = JSON.parse(user.text);
  return { status: 200, page: 'greeting', html: '<!doctype html><title>' + host.manifest.title + '</title>' + code + ' ' + (data?.username ?? '') + '<p>' + '笔'.repeat(2000) };
}
`;

/** Writes a build folder in the form that `npm run build` leaves; answers its path. */
export async function fakeBuild(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-build-'));
  await mkdir(join(folder, 'client/.vite'), { recursive: true });
  await mkdir(join(folder, 'client/assets'), { recursive: true });
  await mkdir(join(folder, 'server'), { recursive: true });
  await writeFile(join(folder, 'server/entry-server.js'), ENTRY);
  await writeFile(join(folder, 'server/package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'client/.vite/manifest.json'), '{"title":"小店"}');
  await writeFile(join(folder, 'client/favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'client/assets/app-abc123.js'), 'export {};');
  return folder;
}
