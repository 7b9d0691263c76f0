import { drawing } from '../drawing/svg.ts';
import { inside } from './inside.ts';
import type { PackInfo } from './pack-info.ts';
import { blister, bottle, box, dropper, fitted, LIGHT, pouch, tube, vial } from './shapes.ts';

const AMBER = '#7d4316';
const SIZE = 320;

/** A pack as it stands on a shelf: its shape by dosage form, its colours by maker. */
export function packPicture(info: PackInfo): string {
  return drawing(SIZE, SIZE, `${info.name} ${info.spec}`, LIGHT + shapeOf(info));
}

interface BoxShape {
  width: number;
  height: number;
  depth: number;
  /** Drawing beside or in front of the box, and how far to the right it reaches. */
  beside?: (info: PackInfo) => string;
  right?: number;
}

const blisterOf = (info: PackInfo) => blister(152, 236, info);

const STRIP: BoxShape = {
  width: 222,
  height: 156,
  depth: 30,
  beside: blisterOf,
  right: 268,
}; // prettier-ignore
const TUBE: BoxShape = { width: 198, height: 150, depth: 20, beside: (info) => tube(256, info), right: 286 };
const UPRIGHT: BoxShape = { width: 190, height: 206, depth: 42 };
const PLAIN: BoxShape = { width: 218, height: 170, depth: 38 };

const BOXES: Readonly<Record<string, BoxShape>> = {
  胶囊剂: STRIP,
  片剂: STRIP,
  颗粒剂: UPRIGHT,
  散剂: UPRIGHT,
  口服溶液剂: UPRIGHT,
  软膏剂: TUBE,
  凝胶剂: TUBE,
  眼膏剂: TUBE,
  滴眼剂: { width: 168, height: 186, depth: 22, beside: (info) => dropper(230, info, 'drop'), right: 256 },
  滴耳剂: { width: 168, height: 186, depth: 22, beside: (info) => dropper(230, info, 'drop'), right: 256 },
  滴鼻剂: { width: 168, height: 186, depth: 22, beside: (info) => dropper(230, info, 'drop'), right: 256 },
  气雾剂: { width: 172, height: 192, depth: 22, beside: (info) => dropper(234, info, 'spray'), right: 260 },
  喷雾剂: { width: 172, height: 192, depth: 22, beside: (info) => dropper(234, info, 'spray'), right: 260 },
  注射剂: { width: 196, height: 150, depth: 20, beside: (info) => vial(252, info), right: 280 },
  医疗器械: { width: 208, height: 180, depth: 48 },
  贴膏剂: { width: 236, height: 168, depth: 18 },
};

function shapeOf(info: PackInfo): string {
  const { form, name, spec } = info;
  if (form === '糖浆剂' || form === '煎膏剂') return bottled(info, AMBER, info.palette.deep);
  if (form === '洗剂') return bottled(info, '#eef2f7', info.palette.main);
  if (form === '片剂' && /(\*|^)(60|100)片/.test(spec)) return bottled(info, '#f5f7fa', info.palette.main);
  if (form === '中药饮片' || (form === '医疗器械' && /口罩|纱布|绷带|棉签|帽/.test(name))) {
    return fitted(pouch(info, inside(info)), { left: 48, right: 272, top: 36 });
  }
  const { beside, right, ...size } = BOXES[form] ?? PLAIN;
  const drawn = box({ ...info, covered: beside === blisterOf }, { x: 0, ...size }) + (beside?.(info) ?? '');
  const extent = {
    left: -8,
    right: Math.max(right ?? 0, size.width + size.depth + 4),
    top: 282 - size.height - size.depth * 0.42,
  };
  return fitted(drawn, extent);
}

function bottled(info: PackInfo, glass: string, cap: string): string {
  return fitted(bottle(info, glass, cap), { left: 60, right: 260, top: 34 });
}
