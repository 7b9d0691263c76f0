import { areaList } from '@vant/area-data';

/** A province, a city or a district; a district has no children. */
export interface Region {
  name: string;
  children: readonly Region[];
}

/** Names that only hold the table together: 北京市 / 北京市 / 东城区, 河南省 / 省直辖县 / 济源市. */
const isFiller = (city: string, province: string) => city === province || /直辖/.test(city);

/** The list's codes: two digits for the province, two for the city, two for the district. */
function childrenOf(prefix: string, list: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(list).filter(([code]) => code.startsWith(prefix));
}

let tree: readonly Region[] | undefined;

/** Provinces, their cities, their districts. Heavy (160 kB): only to be loaded where a region is chosen or checked. */
export function regionTree(): readonly Region[] {
  tree ??= Object.entries(areaList.province_list).map(([provinceCode, province]) => ({
    name: province,
    children: childrenOf(provinceCode.slice(0, 2), areaList.city_list).map(([cityCode, city]) => ({
      name: city,
      children: childrenOf(cityCode.slice(0, 4), areaList.county_list).map(([, district]) => ({
        name: district,
        children: [],
      })),
    })),
  }));
  return tree;
}

/** As it is written on a parcel: 湖北省武汉市江汉区, 北京市东城区. */
export function regionText(province: string, city: string, district: string): string {
  return `${province}${isFiller(city, province) ? '' : city}${district}`;
}

let known: ReadonlyMap<string, readonly [province: string, city: string, district: string]> | undefined;

/** The province, city and district of a text that `regionText` made; null for any other. */
export function splitRegion(
  text: string,
): readonly [province: string, city: string, district: string] | null {
  known ??= new Map(
    regionTree().flatMap((province) =>
      province.children.flatMap((city) =>
        city.children.map(
          (district) =>
            [
              regionText(province.name, city.name, district.name),
              [province.name, city.name, district.name],
            ] as const,
        ),
      ),
    ),
  );
  return known.get(text) ?? null;
}

/** Is this a whole region, down to its district? */
export const isRegion = (text: string): boolean => splitRegion(text) !== null;
