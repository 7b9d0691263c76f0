import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { renderSVG } from 'uqr';
import type { SiteConfig, SlotConfig } from '#generated/schemas.ts';
import type { Db } from '../../kernel/db/schema.ts';
import { MadePictures } from '../../kernel/files/made-pictures.ts';
import { formatFor } from '../../kernel/files/picture-size.ts';
import { send as sendAnswer } from '../../kernel/http/reply.ts';
import type { UploadStorage } from '../../kernel/outside/storage/storage.ts';
import { refuse } from '../../kernel/result/answer.ts';
import { bannerPicture } from './banner.ts';
import { brandPicture } from './brand.ts';
import { categoryIcon } from './category-icon.ts';
import { pictureOf } from './drawing/picture-of.ts';
import { loadPack } from './packs/load-pack.ts';
import { packPicture } from './packs/pack.ts';
import { backPanel, sidePanel } from './packs/panels.ts';
import { loadReward, rewardPicture } from './reward.ts';

/** Fresh for a day, then revalidated in the background for a week; the ETag makes revalidation cheap. */
const CACHING = 'public, max-age=86400, stale-while-revalidate=604800';

const BRIEFLY = 'public, max-age=60';

/** Views of a pack: what stands after the number in `/img/goods/<id>-side.svg`. */
const VIEWS = { '': packPicture, '-side': sidePanel, '-back': backPanel } as const;

/** `12-side.svg`: a number, and perhaps a view. */
const NUMBERED = /^(\d{1,9})(-side|-back)?\.svg$/;

interface PictureRoute {
  Params: { file: string };
}

interface PackRoute extends PictureRoute {
  /** Width in px, of the site's list. */
  Querystring: { w?: string | string[] };
}

interface PictureSources {
  db: Db;
  slots: SlotConfig;
  site: SiteConfig;
  /** Where sizes of packs are kept. */
  uploads: UploadStorage;
}

/**
 * The generated pictures: packs, advertisements, brands, rewards, category icons, and the QR codes of mini-program and
 * WeChat. All public, all SVG; packs, of which a page shows dozens, also as WebP at a width of `pictureSizes` (`?w=240`).
 */
export function registerPictures(app: FastifyInstance, { db, slots, site, uploads }: PictureSources): void {
  const sizes = new MadePictures(uploads);
  const widths = new Map(site.pictureSizes.widths.map((width) => [String(width), width]));
  const serve = (path: string, draw: (file: string) => Promise<string | null> | string | null) => {
    app.get<PictureRoute>(`/img/${path}/:file`, async (request, reply) => {
      const picture = await draw(request.params.file);
      return picture === null ? reply.callNotFound() : send(request, reply, picture);
    });
  };
  app.get<PackRoute>('/img/goods/:file', async (request, reply) => {
    const [, id, view = ''] = NUMBERED.exec(request.params.file) ?? [];
    const pack = id === undefined ? null : await loadPack(db, Number(id));
    if (!pack) return reply.callNotFound();
    const picture = VIEWS[view as keyof typeof VIEWS](pack);
    const { w } = request.query;
    if (w === undefined) return send(request, reply, picture);
    const width = typeof w === 'string' ? widths.get(w) : undefined;
    if (width === undefined) return sendAnswer(reply, refuse('malformed'));
    reply.header('vary', 'Accept');
    if (formatFor(request.headers.accept) === 'own') return send(request, reply, picture);
    const edition = tagOf(picture);
    const tag = `"${edition}-${width}"`;
    reply.header('cache-control', CACHING).header('etag', tag);
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    const key = `pack-${id}${view}-${width}`;
    const make = () => pictureOf(picture, width);
    const sized = await request.waitFor(sizes.get({ key, edition, make }));
    if (sized) return reply.type('image/webp').send(sized);
    // The drawing, and not for long: what was busy may have time later.
    return send(request, reply, picture, BRIEFLY);
  });
  serve('ad', async (file) => {
    const [, id] = NUMBERED.exec(file) ?? [];
    if (id === undefined) return null;
    const ad = await db.selectFrom('ads').selectAll().where('id', '=', Number(id)).executeTakeFirst();
    const slot = ad && slots[ad.slot];
    return ad && slot ? bannerPicture({ ...ad, leads: ad.url !== '' }, slot.width, slot.height) : null;
  });
  serve('brand', async (file) => {
    const [, id] = NUMBERED.exec(file) ?? [];
    if (id === undefined) return null;
    const brand = await db.selectFrom('brands').selectAll().where('id', '=', Number(id)).executeTakeFirst();
    return brand ? brandPicture(brand) : null;
  });
  serve('points', async (file) => {
    const [, id] = NUMBERED.exec(file) ?? [];
    const reward = id === undefined ? null : await loadReward(db, Number(id));
    return reward && rewardPicture(reward);
  });
  const { miniProgram = site.origin, wechat = site.origin } = site.constants.codes ?? {};
  for (const [name, content] of Object.entries({ code: miniProgram, wechat })) {
    const picture = content === undefined ? null : renderSVG(content, { border: 4 });
    app.get(`/img/${name}.svg`, (request, reply) =>
      picture === null ? reply.callNotFound() : send(request, reply, picture),
    );
  }
  serve('category', (file) => {
    const [, name, chosen] = /^([a-z]{1,20})(-on)?\.svg$/.exec(file) ?? [];
    return name === undefined ? null : categoryIcon(name, chosen !== undefined);
  });
}

const tagOf = (picture: string): string =>
  createHash('sha256').update(picture).digest('base64url').slice(0, 20);

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  picture: string,
  caching = CACHING,
): FastifyReply {
  const tag = `"${tagOf(picture)}"`;
  reply.header('cache-control', caching).header('etag', tag);
  // An SVG that is opened as a document must not run scripts, whatever it contains.
  reply.header('content-security-policy', "default-src 'none'");
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  return reply.type('image/svg+xml; charset=utf-8').send(picture);
}
