import { random } from '../../../kernel/seed/random.ts';
import type { PackInfo } from './pack-info.ts';

/** What the cut herbs look like, by the name's first match; most are the pale brown of roots. */
const HERB_TONES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/枸杞|红花|丹参/, ['#a8322b', '#c2463a', '#8c2722']],
  [/山药|白术|茯苓|白芍|薏苡|川芎/, ['#e6dabb', '#d8c79a', '#f0e8d2']],
  [/黄芪|甘草|麦冬|黄芩/, ['#d9b665', '#c9a24c', '#e6cb8b']],
  [/薄荷|蒲公英/, ['#7d8f56', '#93a46a', '#66773f']],
  [/菊花|金银花/, ['#e3c65c', '#f0dc8c', '#b9b06a']],
  [/陈皮|桂枝|酸枣/, ['#b0642c', '#c67d3f', '#8f4d1f']],
  [/熟地|三七|柴胡/, ['#5b4636', '#715944', '#463527']],
  [/./, ['#c9a368', '#b58a4c', '#dcbd8a']],
];

/** What shows through a bag's window: slices, berries or leaves, or folded dressings. */
export function inside(info: PackInfo): string {
  const chance = random(`inside ${info.name}`);
  if (info.form !== '中药饮片') {
    return Array.from({ length: 5 }, (_, index) => {
      const x = 14 + index * 27;
      return `<rect x="${x}" y="${16 + (index % 2) * 5}" width="38" height="58" rx="6" fill="#fff" stroke="${info.palette.main}" stroke-opacity=".35"/><path d="M${x + 5} ${32 + (index % 2) * 5}h28M${x + 5} ${46 + (index % 2) * 5}h28" stroke="${info.palette.main}" stroke-opacity=".25" stroke-width="2"/>`;
    }).join('');
  }
  const tones = HERB_TONES.find(([name]) => name.test(info.name))?.[1] ?? [];
  const round = /子|仁|冬|茯苓|七/.test(info.name);
  return Array.from({ length: 46 }, () => {
    const [x, y] = [10 + chance.next() * 144, 10 + chance.next() * 72];
    const tone = chance.pick(tones);
    const turn = chance.whole(0, 179);
    const [wide, high] = round ? [8.5, 5.5] : [15, 5];
    return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn})"><ellipse rx="${wide}" ry="${high}" fill="${tone}"/><ellipse rx="${wide * 0.55}" ry="${high * 0.45}" fill="#fff" opacity=".22"/></g>`;
  }).join('');
}
