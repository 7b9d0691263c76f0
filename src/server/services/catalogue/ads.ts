import type { Ad } from '#generated/schemas.ts';
import type { Db } from '../../db/schema.ts';

/**
 * The ads that run in a slot now, in order. A slot that has none answers an empty list: it takes no room.
 * @param refs comma-separated; narrows to what the ads refer to
 */
export async function adsOf(db: Db, slot: string, refs: string | undefined, now: number): Promise<Ad[]> {
  const wanted = refs?.split(',').filter((ref) => ref !== '') ?? [];
  let ads = db
    .selectFrom('ads')
    .select(['id', 'url', 'title', 'subtitle'])
    .where('slot', '=', slot)
    .where((eb) => eb.or([eb('starts_at', 'is', null), eb('starts_at', '<=', now)]))
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]));
  if (wanted.length > 0) ads = ads.where('ref', 'in', wanted);
  const rows = await ads.orderBy('position').orderBy('id').execute();
  return rows.map(({ id, url, title, subtitle }) => ({
    id,
    url,
    title: `${title}：${subtitle}`,
    image: `/img/ad/${id}.svg`,
  }));
}
