import { pinyin } from 'pinyin-pro';
import type { Brand, BrandPage } from '#generated/schemas.ts';
import { cachedFor } from '../../../kernel/db/cache.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';

const brandPageLink = pageLink('ppzq_info');

/** How long brands are cached: they and their numbers of goods change a few times a day. */
const CACHE_SECONDS = 60;

/** Index letter of brands without a Latin or Chinese first character. */
const OTHER_LETTER = '#';

/** Index letter of a name: the capital initial of its first character's pinyin. */
function letterOf(name: string): string {
  const [initial = ''] = pinyin(name.slice(0, 1), { pattern: 'first', toneType: 'none', type: 'array' });
  return /^[a-z]/i.exec(initial)?.[0].toUpperCase() ?? OTHER_LETTER;
}

type IndexedBrand = Brand & { letter: string };

/** All brands with the number of their goods on sale, as ordered by staff. */
function loadBrands(db: Db, now: number): Promise<IndexedBrand[]> {
  return cachedFor(db, { key: 'brands', seconds: CACHE_SECONDS, now }, async () => {
    const rows = await db
      .selectFrom('brands')
      .select(['brands.id', 'brands.name', 'slogan'])
      .select((eb) =>
        eb
          .selectFrom('goods')
          .innerJoin('makers', 'makers.id', 'goods.maker_id')
          .whereRef('makers.brand_id', '=', 'brands.id')
          .where('on_sale', '=', true)
          .select((count) => count.fn.countAll<number>().as('total'))
          .as('total'),
      )
      .orderBy('position')
      .orderBy('brands.id')
      .execute();
    return rows.map(({ id, name, slogan, total }) => ({
      id,
      name,
      slogan,
      logo: `/img/brand/${id}.svg`,
      goods_total: total ?? 0,
      letter: letterOf(name),
    }));
  });
}

const toBrand = ({ id, name, logo, slogan, goods_total }: IndexedBrand): Brand => ({
  id,
  name,
  logo,
  slogan,
  goods_total,
});

/** All brands as the home page shows them. */
export async function brandsInOrder(db: Db, now: number): Promise<Brand[]> {
  return (await loadBrands(db, now)).map(toBrand);
}

/** A page of brands, all or those of one letter, with the number of brands of each letter. */
export async function listBrands(
  db: Db,
  now: number,
  { letter, page, pageSize }: { letter?: string | undefined; page: number; pageSize: number },
) {
  const all = await loadBrands(db, now);
  const found = letter === undefined ? all : all.filter((brand) => brand.letter === letter);
  const byLetter = [...Map.groupBy(all, (brand) => brand.letter)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  // A page beyond the last one is the last one, as in lists of goods.
  const shownPage = Math.min(page, Math.max(1, Math.ceil(found.length / pageSize)));
  const letters = byLetter.map(([value, brands]) => ({ value, label: value, count: brands.length }));
  return {
    list: found.slice((shownPage - 1) * pageSize, shownPage * pageSize).map(toBrand),
    total: found.length,
    page: shownPage,
    page_size: pageSize,
    letters: [{ value: '', label: '全部', count: all.length }, ...letters],
  };
}

/** Most categories of a brand's page: as many as fit one line. */
const MAX_CATEGORIES = 8;

/** A brand with its makers and its best-selling categories; null when there is none. */
export async function brandPage(db: Db, id: number, now: number): Promise<BrandPage | null> {
  const brand = (await loadBrands(db, now)).find((candidate) => candidate.id === id);
  if (!brand) return null;
  const makers = await db
    .selectFrom('makers')
    .select(['id', 'name'])
    .where('brand_id', '=', id)
    .orderBy('id')
    .execute();
  const categories = await db
    .selectFrom('goods')
    .innerJoin('makers', 'makers.id', 'goods.maker_id')
    .innerJoin('categories', 'categories.id', 'goods.category_id')
    .where('makers.brand_id', '=', id)
    .where('on_sale', '=', true)
    .groupBy(['categories.id', 'categories.name'])
    .orderBy((eb) => eb.fn.sum('goods.sales'), 'desc')
    .orderBy('categories.id')
    .limit(MAX_CATEGORIES)
    .select(['categories.id', 'categories.name'])
    .execute();
  return {
    ...brand,
    makers: makers.map((maker) => ({ value: String(maker.id), label: maker.name })),
    categories: categories.map((category) => ({
      text: category.name,
      url: brandPageLink({ id, select: category.id }),
    })),
  };
}
