import type { Ad, AdGroup } from '#generated/schemas.ts';
import type { Db } from '../../db/schema.ts';

/** A brand's own ads; those without one of their own show what the brands zone shows. */
const BRAND_SLOT = 'brand';
const BRANDS_ZONE_SLOT = 'ppzq';

/** Ads that run now, in the order of their slots. */
function running(db: Db, now: number) {
  return db
    .selectFrom('ads')
    .select(['id', 'slot', 'url', 'title', 'subtitle', 'image', 'version'])
    .where((eb) => eb.or([eb('starts_at', 'is', null), eb('starts_at', '<=', now)]))
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .orderBy('slot')
    .orderBy('position')
    .orderBy('id');
}

interface AdRow {
  id: number;
  url: string;
  title: string;
  subtitle: string;
  image: string | null;
  version: number;
}

/** The picture that staff chose, else the drawn one; with every change at another address, since browsers keep it. */
export function pictureOf({ id, image, version }: Pick<AdRow, 'id' | 'image' | 'version'>): string {
  return image ?? `/img/ad/${id}.svg${version > 0 ? `?v=${version}` : ''}`;
}

function toAd(ad: AdRow): Ad {
  const { id, url, title, subtitle } = ad;
  return { id, url, title: subtitle === '' ? title : `${title}：${subtitle}`, image: pictureOf(ad) };
}

/**
 * The ads that run in a slot now, in order. A slot that has none answers an empty list: it takes no room.
 * @param refs comma-separated; narrows to what the ads refer to
 */
export async function adsOf(db: Db, slot: string, refs: string | undefined, now: number): Promise<Ad[]> {
  const wanted = refs?.split(',').filter((ref) => ref !== '') ?? [];
  let ads = running(db, now).where('slot', '=', slot);
  if (wanted.length > 0) ads = ads.where('ref', 'in', wanted);
  return (await ads.execute()).map(toAd);
}

/** The ads of every slot that has any now. */
export async function allAds(db: Db, now: number): Promise<AdGroup[]> {
  const rows = await running(db, now).execute();
  const bySlot = Map.groupBy(rows, ({ slot }) => slot);
  return [...bySlot].map(([name, ads]) => ({ name, ads: ads.map(toAd) }));
}

/** The ads of one brand. */
export async function brandAds(db: Db, brand: number, now: number): Promise<Ad[]> {
  const own = await adsOf(db, BRAND_SLOT, String(brand), now);
  return own.length > 0 ? own : adsOf(db, BRANDS_ZONE_SLOT, undefined, now);
}
