import { type Selectable, sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import type { OpsAd, OpsSlot, Option, SlotConfig } from '#generated/schemas.ts';
import { removeRow, reorderRow, savedAnswer, saveRow } from '../../../kernel/audit/rows.ts';
import { nextPosition, type OrderedRows } from '../../../kernel/db/positions.ts';
import type { Database, Db } from '../../../kernel/db/schema.ts';
import { BAD_LINK_TARGET, isLinkTarget } from '../../../kernel/http/link-target.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type Answer, ok, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { pictureOf } from './read.ts';

type AdInput = Calls['ops-ad.save']['body'];
type SaveAnswer = Promise<Answer<{ id: number }>>;

const GONE = '这张广告已经不在了';

/** Names of the motifs of drawn advertisements. */
export const MOTIF_WORDS: Readonly<Record<string, string>> = {
  waves: '波纹',
  capsules: '胶囊',
  leaves: '叶片',
  shield: '盾牌',
  boxes: '药盒',
  droplets: '水滴',
  rings: '圆环',
};

/** Every slot of the config, with the number of its advertisements and of those that run now. */
export async function listSlots(db: Db, slots: SlotConfig, now: number): Promise<OpsSlot[]> {
  const { rows } = await sql<{ slot: string; total: number; running: number }>`
    SELECT slot, count(*)::integer AS total, count(*) FILTER (
      WHERE coalesce(starts_at <= ${now}, true) AND coalesce(ends_at > ${now}, true))::integer AS running
    FROM ads GROUP BY slot`.execute(db);
  const bySlot = new Map(rows.map((row) => [row.slot, row]));
  return Object.entries(slots).map(([name, { label, width, height, max = 6 }]) => {
    const { total, running } = bySlot.get(name) ?? { total: 0, running: 0 };
    return { name, label, width, height, max, total, running };
  });
}

function stateOf({ starts_at, ends_at }: { starts_at: number | null; ends_at: number | null }, now: number) {
  if (starts_at !== null && starts_at > now) return '未开始';
  return ends_at !== null && ends_at <= now ? '已结束' : '展示中';
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

/** Most uploaded pictures to choose from. */
const MAX_PICTURES = 60;

/** The pictures that staff uploaded for advertisements, the newest first. */
export async function listPictures(db: Db): Promise<Option[]> {
  const rows = await db
    .selectFrom('uploads')
    .select(['id', 'name'])
    .where('kind', '=', 'ad')
    .orderBy('created_at', 'desc')
    .limit(MAX_PICTURES)
    .execute();
  return rows.map(({ id, name }) => ({ value: `/api/upload/${id}`, label: name }));
}

const inSlot = (slot: string): OrderedRows => ({ table: 'ads', where: sql`slot = ${slot}` });

const UPLOADED = /^\/api\/upload\/([\w-]{22})$/;

/** Whether the URL is a picture that staff uploaded for an advertisement. */
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

export async function saveAd(db: Db, request: RequestContext, slot: string, input: AdInput): SaveAnswer {
  if (!Object.hasOwn(request.slots, slot)) return refuse('notFound', { message: '没有这个广告位' });
  const wrong = await problemOf(db, input);
  if (wrong) return wrong;
  const saved = await saveRow(db, request, {
    table: 'ads',
    subject: 'ad',
    key: input.id === undefined ? null : { id: input.id, slot },
    gone: GONE,
    values: {
      title: input.title,
      subtitle: input.subtitle,
      url: input.url,
      image: input.image === '' ? null : input.image,
      hue: input.hue,
      motif: input.motif,
      starts_at: input.starts_at ?? null,
      ends_at: input.ends_at ?? null,
    },
    onInsert: { slot, ref: null, version: 1, position: await nextPosition(db, inSlot(slot)) },
    onUpdate: ({ version }) => ({ version: version + 1 }),
    label: labelOf(request, slot, input.title),
  });
  return savedAnswer(saved);
}

async function problemOf(db: Db, { url, image, motif, starts_at, ends_at }: AdInput) {
  if (!isLinkTarget(url)) return refuseField('url', BAD_LINK_TARGET);
  if (image !== '' && !(await isAdPicture(db, image)))
    return refuseField('image', '请上传图片，或选择已上传的');
  if (!Object.hasOwn(MOTIF_WORDS, motif)) return refuseField('motif', '没有这种图案');
  if (starts_at !== undefined && ends_at !== undefined && ends_at <= starts_at) {
    return refuseField('ends_at', '结束应在开始之后');
  }
  return null;
}

const loggedFields = ({
  title,
  subtitle,
  url,
  image,
  hue,
  motif,
  starts_at,
  ends_at,
}: Selectable<Database['ads']>) => ({
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

export const moveAd = (
  db: Db,
  request: RequestContext,
  slot: string,
  { id, by }: { id: number; by: number },
): SaveAnswer =>
  reorderRow(db, request, {
    table: 'ads',
    subject: 'ad',
    where: inSlot(slot).where,
    id,
    by,
    gone: GONE,
    label: ({ title }) => labelOf(request, slot, title),
  });

export async function removeAd(db: Db, request: RequestContext, slot: string, id: number): SaveAnswer {
  const removed = await removeRow(db, request, {
    table: 'ads',
    subject: 'ad',
    key: { id, slot },
    gone: GONE,
    label: ({ title }) => labelOf(request, slot, title),
    logged: loggedFields,
  });
  return removed.ok ? ok({ id }, '已删除') : removed;
}
