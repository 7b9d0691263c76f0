import { random } from '../../../kernel/seed/random.ts';

export type MakerKind = 'chemical' | 'patent' | 'slices' | 'device';

export interface Maker {
  id: number;
  name: string;
  kind: MakerKind;
  brandId: number | null;
}

export interface Brand {
  id: number;
  name: string;
  slogan: string;
  hue: number;
  position: number;
}

/** Invented two-character names; none of a real manufacturer's. The order decides the first, well-known ones. */
const FIRST = Array.from('澄泊砚栖沐霁岫衍昶珩筠翊葭漱峤昀蕴潇嵩沅');
const SECOND = Array.from('岚川北禾屿远舟和朗庭野泉岭湾麓洲榆钧澜圃');

const KINDS: readonly MakerKind[] = [
  'chemical',
  'patent',
  'chemical',
  'slices',
  'chemical',
  'device',
  'chemical',
  'patent',
  'slices',
  'chemical',
  'device',
  'patent',
]; // prettier-ignore

const SUFFIX: Record<MakerKind, readonly string[]> = {
  chemical: ['制药有限公司', '药业股份有限公司', '医药科技有限公司'],
  patent: ['药业有限公司', '中药制药有限公司', '本草药业股份有限公司'],
  slices: ['中药饮片有限公司', '道地药材有限公司'],
  device: ['医疗器械有限公司', '医疗科技有限公司'],
};

const SLOGANS: Record<MakerKind, readonly string[]> = {
  chemical: ['稳定供货，批批可查', '专注常见病用药', '好药做得起，也用得起'],
  patent: ['古方新制，道地取材', '一味一验，守方守心'],
  slices: ['产地直采，规格分明', '看得见等级的饮片'],
  device: ['量得准，用得久', '家庭与诊室的常备之选'],
};

const BRAND_TOTAL = 24;

/** 400 names, then the same ones with a city before them, up to the requested number. */
function nameAt(index: number): string {
  const names = FIRST.length * SECOND.length;
  // 147 and 400 share no factor: every name comes once, and neighbours differ in both characters.
  const at = (index * 147) % names;
  const name = `${FIRST[at % FIRST.length]}${SECOND[Math.floor(at / FIRST.length)]}`;
  const places = ['', '江南', '华中', '西岭', '东湖', '北原'];
  return `${places[Math.floor(index / names) % places.length]}${name}`;
}

/** As many makers as the number of goods can use: at least 84, one for 60 goods. */
export function makeMakers(goodsTotal: number): { makers: Maker[]; brands: Brand[] } {
  const total = Math.max(84, Math.ceil(goodsTotal / 60));
  const makers: Maker[] = [];
  const brands: Brand[] = [];
  for (let index = 0; index < total; index += 1) {
    const chance = random(`maker ${index}`);
    const kind = KINDS[index % KINDS.length] ?? 'chemical';
    const name = nameAt(index);
    const brandId = index < BRAND_TOTAL ? index + 1 : null;
    makers.push({ id: index + 1, name: `${name}${chance.pick(SUFFIX[kind])}（演示）`, kind, brandId });
    if (brandId) {
      const slogan = chance.pick(SLOGANS[kind]);
      brands.push({ id: brandId, name, slogan, hue: (index * 47 + 200) % 360, position: index });
    }
  }
  return { makers, brands };
}
