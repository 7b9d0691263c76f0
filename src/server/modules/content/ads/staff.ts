import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import type { OpsAd, OpsSlot, Option, SlotConfig } from '#generated/schemas.ts';
import { record } from '../../../kernel/audit/audit.ts';
import { moveRow, nextPosition, type OrderedRows } from '../../../kernel/db/positions.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { BAD_TARGET, isTarget } from '../../../kernel/http/link-target.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type Answer, made, ok, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { pictureOf } from './read.ts';

type AdInput = Calls['ops-ad.save']['body'];
type Done = Promise<Answer<{ id: number }>>;

const GONE = { message: '这张广告已经不在了' };

/** Motifs of drawn advertisements, in words. */
export const MOTIF_WORDS: Readonly<Record<string, string>> = {
  waves: '波纹',
  capsules: '胶囊',
  leaves: '叶片',
  shield: '盾牌',
  boxes: '药盒',
  droplets: '水滴',
  rings: '圆环',
};

/** Every slot of the config with how many advertisements it has, and how many of them run. */
export async function listSlots(db: Db, slots: SlotConfig, now: number): Promise<OpsSlot[]> {
  const ads = await db.selectFrom('ads').select(['slot', 'starts_at', 'ends_at']).execute();
  const bySlot = Map.groupBy(ads, ({ slot }) => slot);
  return Object.entries(slots).map(([name, { label, width, height, max = 6 }]) => {
    const own = bySlot.get(name) ?? [];
    const running = own.filter((ad) => stateOf(ad, now) === RUNNING).length;
    return { name, label, width, height, max, total: own.length, running };
  });
}

const RUNNING = '展示中';

function stateOf({ starts_at, ends_at }: { starts_at: number | null; ends_at: number | null }, now: number) {
  if (starts_at !== null && starts_at > now) return '未开始';
  return ends_at !== null && ends_at <= now ? '已结束' : RUNNING;
}

/** The advertisements of one slot, in order, whether they run or not. */
export async function listAds(db: Db, slot: string, now: number): Promise<OpsAd[]> {
  const rows = await db
    .selectFrom('ads')
    .selectAll()
    .where('slot', '=', slot)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map((ad) => ({
    id: ad.id,
    slot: ad.slot,
    title: ad.title,
    subtitle: ad.subtitle,
    url: ad.url,
    image: ad.image ?? '',
    picture: pictureOf(ad),
    hue: ad.hue,
    motif: ad.motif,
    starts_at: ad.starts_at,
    ends_at: ad.ends_at,
    state: stateOf(ad, now),
  }));
}

/** Pictures to choose from, besides sending a new one. */
const MOST_PICTURES = 60;

/** The pictures that staff uploaded for advertisements, the newest first. */
export async function listPictures(db: Db): Promise<Option[]> {
  const rows = await db
    .selectFrom('uploads')
    .select(['id', 'name'])
    .where('kind', '=', 'ad')
    .orderBy('created_at', 'desc')
    .limit(MOST_PICTURES)
    .execute();
  return rows.map(({ id, name }) => ({ value: `/api/upload/${id}`, label: name }));
}

const inSlot = (slot: string): OrderedRows => ({ table: 'ads', where: sql`slot = ${slot}` });

const UPLOADED = /^\/api\/upload\/([\w-]{22})$/;

/** Is it a picture that staff uploaded for an advertisement? */
async function isAdPicture(db: Db, image: string): Promise<boolean> {
  const [, id] = UPLOADED.exec(image) ?? [];
  if (id === undefined) return false;
  const found = await db
    .selectFrom('uploads')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', 'ad')
    .executeTakeFirst();
  return found !== undefined;
}

export async function saveAd(db: Db, request: RequestContext, slot: string, input: AdInput): Done {
  if (!Object.hasOwn(request.slots, slot)) return refuse('notFound', { message: '没有这个广告位' });
  const wrong = await problemOf(db, input);
  if (wrong) return wrong;
  const before = input.id === undefined ? undefined : await findAd(db, slot, input.id);
  if (input.id !== undefined && !before) return refuse('notFound', GONE);
  const after = {
    title: input.title,
    subtitle: input.subtitle,
    url: input.url,
    image: input.image === '' ? null : input.image,
    hue: input.hue,
    motif: input.motif,
    starts_at: input.starts_at ?? null,
    ends_at: input.ends_at ?? null,
  };
  const { id } = before
    ? await db
        .updateTable('ads')
        .set({ ...after, version: before.version + 1 })
        .where('id', '=', before.id)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await db
        .insertInto('ads')
        .values({ ...after, slot, ref: null, version: 1, position: await nextPosition(db, inSlot(slot)) })
        .returning('id')
        .executeTakeFirstOrThrow();
  await record(db, request, {
    action: before ? 'update' : 'create',
    subject: 'ad',
    id,
    label: labelOf(request, slot, input.title),
    before: before && noted(before),
    after,
  });
  return before ? ok({ id }, '已保存') : made({ id }, '已新增');
}

async function problemOf(db: Db, { url, image, motif, starts_at, ends_at }: AdInput) {
  if (!isTarget(url)) return refuseField('url', BAD_TARGET);
  if (image !== '' && !(await isAdPicture(db, image)))
    return refuseField('image', '请上传图片，或选择已上传的');
  if (!Object.hasOwn(MOTIF_WORDS, motif)) return refuseField('motif', '没有这种图案');
  if (starts_at !== undefined && ends_at !== undefined && ends_at <= starts_at) {
    return refuseField('ends_at', '结束应在开始之后');
  }
  return null;
}

const findAd = (db: Db, slot: string, id: number) =>
  db
    .selectFrom('ads')
    .selectAll()
    .where('id', '=', id)
    .where('slot', '=', slot)
    .forUpdate()
    .executeTakeFirst();

type AdRow = NonNullable<Awaited<ReturnType<typeof findAd>>>;

const noted = ({ title, subtitle, url, image, hue, motif, starts_at, ends_at }: AdRow) => ({
  title,
  subtitle,
  url,
  image,
  hue,
  motif,
  starts_at,
  ends_at,
});

const labelOf = ({ slots }: RequestContext, slot: string, title: string) =>
  `${slots[slot]?.label ?? slot}：${title}`;

export async function moveAd(
  db: Db,
  request: RequestContext,
  slot: string,
  { id, by }: { id: number; by: number },
): Done {
  const ad = await findAd(db, slot, id);
  const moved = ad && (await moveRow(db, inSlot(slot), id, by));
  if (!moved) return refuse('notFound', GONE);
  await record(db, request, {
    action: 'move',
    subject: 'ad',
    id,
    label: labelOf(request, slot, ad.title),
    before: { position: moved.before },
    after: { position: moved.after },
  });
  return ok({ id });
}

export async function removeAd(db: Db, request: RequestContext, slot: string, id: number): Done {
  const ad = await findAd(db, slot, id);
  if (!ad) return refuse('notFound', GONE);
  await db.deleteFrom('ads').where('id', '=', id).execute();
  await record(db, request, {
    action: 'remove',
    subject: 'ad',
    id,
    label: labelOf(request, slot, ad.title),
    before: noted(ad),
  });
  return ok({ id }, '已删除');
}
