import type { Ad, AdGroup } from '#generated/schemas.ts';
import { cachedFor } from '../../../kernel/db/cache.ts';
import type { Db } from '../../../kernel/db/schema.ts';

/** Slot of a brand's own ads; brands without any show those of the brands zone. */
const BRAND_SLOT = 'brand';
const BRANDS_ZONE_SLOT = 'ppzq';

/** How long ads are cached: every page requests several slots, and staff rarely change one. */
const CACHE_SECONDS = 30;

/** Ads that run now, by slot and position. All ads are cached, so that they begin and end to the second. */
async function activeAds(db: Db, now: number): Promise<AdRow[]> {
  const all = await cachedFor(db, { key: 'ads', seconds: CACHE_SECONDS, now }, () =>
    db
      .selectFrom('ads')
      .select(['id', 'slot', 'ref', 'url', 'title', 'subtitle', 'image', 'version', 'starts_at', 'ends_at'])
      .orderBy('slot')
      .orderBy('position')
      .orderBy('id')
      .execute(),
  );
  return all.filter(
    ({ starts_at, ends_at }) => (starts_at ?? now) <= now && (ends_at === null || ends_at > now),
  );
}

interface AdRow {
  id: number;
  slot: string;
  ref: string | null;
  url: string;
  title: string;
  subtitle: string;
  image: string | null;
  version: number;
}

/**
 * URL of the picture that staff chose, else of the drawn one; the URL changes with every version, because browsers
 * cache it.
 */
export function pictureOf({ id, image, version }: Pick<AdRow, 'id' | 'image' | 'version'>): string {
  return image ?? `/img/ad/${id}.svg${version > 0 ? `?v=${version}` : ''}`;
}

function toAd(ad: AdRow): Ad {
  const { id, url, title, subtitle } = ad;
  return { id, url, title: subtitle === '' ? title : `${title}：${subtitle}`, image: pictureOf(ad) };
}

/**
 * The ads that run in a slot now, in order. A slot without any has an empty list and takes no space.
 * @param refs comma-separated; only ads that refer to one of these
 */
export async function adsOf(db: Db, slot: string, refs: string | undefined, now: number): Promise<Ad[]> {
  const wantedRefs = refs?.split(',').filter((ref) => ref !== '') ?? [];
  const ads = (await activeAds(db, now)).filter((ad) => ad.slot === slot);
  return ads.filter(({ ref }) => wantedRefs.length === 0 || wantedRefs.includes(ref ?? '')).map(toAd);
}

/** The ads that run now, by slot; slots without ads are left out. */
export async function allAds(db: Db, now: number): Promise<AdGroup[]> {
  const bySlot = Map.groupBy(await activeAds(db, now), ({ slot }) => slot);
  return [...bySlot].map(([name, ads]) => ({ name, ads: ads.map(toAd) }));
}

/** The ads of one brand. */
export async function brandAds(db: Db, brand: number, now: number): Promise<Ad[]> {
  const own = await adsOf(db, BRAND_SLOT, String(brand), now);
  return own.length > 0 ? own : adsOf(db, BRANDS_ZONE_SLOT, undefined, now);
}
