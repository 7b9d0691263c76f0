import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Picture } from './take.ts';

/** What another run left beside its pictures. */
const LIST = 'pictures.json';

const STYLE = `body{font:14px/1.5 sans-serif;margin:24px;background:#f4f6f8;color:#1d2a35}
section{margin-block:32px}.pair{display:flex;gap:16px;align-items:flex-start;flex-wrap:wrap}
figure{margin:0;background:#fff;padding:8px;border:1px solid #cfd8e0}img{display:block;height:auto}
.wide img{width:640px}.narrow img{width:375px}figcaption{padding-block:4px}`;

/**
 * Writes `index.html` beside the pictures of a gallery, each beside the one of the same page in `against`.
 * Answers the path of that file.
 */
export async function writeIndex(
  out: string,
  pictures: readonly Picture[],
  against: string | undefined,
): Promise<string> {
  await writeFile(join(out, LIST), JSON.stringify(pictures, null, 1));
  const before =
    against === undefined ? [] : (JSON.parse(await readFile(join(against, LIST), 'utf8')) as Picture[]);
  const from = against === undefined ? '' : `${relative(out, against)}/`;
  const sections = Map.groupBy(pictures, ({ page }) => page);
  const body = Array.from(sections, ([page, shown]) => {
    const pairs = shown.map((picture) => {
      const old = before.find(({ file }) => file === picture.file);
      const figures = [old && figure('before', old, from), figure('after', picture, '')];
      return `<div class="pair">${figures.join('')}</div>`;
    });
    return `<section><h2>${page}</h2>${pairs.join('')}</section>`;
  });
  const path = join(out, 'index.html');
  await writeFile(
    path,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title><style>${STYLE}</style><h1>Gallery</h1>${body.join('')}`,
  );
  return path;
}

function figure(when: string, { path, reader, width, height, file }: Picture, folder: string): string {
  const kind = width > 1000 ? 'wide' : 'narrow';
  const caption = `${when} · ${path} · ${reader} · ${width} × ${height}`;
  return `<figure class="${kind}"><figcaption>${caption}</figcaption><img loading="lazy" src="${encodeURI(folder + file)}" alt="${caption}"></figure>`;
}
