import { line, round } from '../drawing/svg.ts';
import { fitCentred, sizeWithin } from '../drawing/text-fit.ts';
import { label } from './label.ts';
import type { PackInfo } from './pack-info.ts';

/** Where a pack stands: all drawings are 320 by 320 with the ground at 282. */
const GROUND = 282;

const shade = (x: number, width: number) =>
  `<ellipse cx="${x}" cy="${GROUND + 1}" rx="${width / 2}" ry="9" fill="#1b2540" opacity=".16"/><ellipse cx="${x}" cy="${GROUND}" rx="${round(width / 2.6)}" ry="5" fill="#1b2540" opacity=".18"/>`;

/** A folding box seen a little from the right and from above. */
export function box(
  info: PackInfo,
  place: { x: number; width: number; height: number; depth: number },
): string {
  const { x, width, height, depth } = place;
  const top = GROUND - height;
  const rise = depth * 0.42;
  const { palette } = info;
  return `${shade(x + width / 2 + depth / 2, width + depth + 26)}
<path d="M${x} ${top}l${depth} ${-rise}h${width}l${-depth} ${rise}z" fill="${palette.soft}"/><path d="M${x} ${top}l${depth} ${-rise}h${width}l${-depth} ${rise}z" fill="${palette.main}" opacity=".22"/>
<path d="M${x + width} ${top}l${depth} ${-rise}v${height}l${-depth} ${rise}z" fill="${palette.deep}"/><path d="M${x + width} ${top}l${depth} ${-rise}v${height}l${-depth} ${rise}z" fill="#fff" opacity=".12"/>
<path d="M${x + width} ${top + height * 0.3}l${depth} ${-rise}v${height * 0.12}l${-depth} ${rise}z" fill="#fff" opacity=".2"/>
<g transform="translate(${x} ${top})"><svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${label(info, width, height)}<rect width="${width}" height="${height}" fill="url(#sheen)"/></svg><rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" fill="none" stroke="#1b2540" stroke-opacity=".1"/></g>`;
}

/** A bottle with a label around it: `glass` for what is inside, `cap` for the top. */
export function bottle(info: PackInfo, glass: string, cap: string): string {
  const { palette } = info;
  const maker = info.maker.replace('（演示）', '');
  return `${shade(160, 168)}
<rect x="128" y="34" width="64" height="38" rx="6" fill="${cap}"/><path d="M136 38v30M146 38v30M156 38v30M166 38v30M176 38v30M186 38v30" stroke="#000" stroke-opacity=".12" stroke-width="2"/>
<path d="M136 72h48v12c0 12 42 16 42 44v138a16 16 0 0 1-16 16H110a16 16 0 0 1-16-16V128c0-28 42-32 42-44z" fill="${glass}"/>
<rect x="94" y="138" width="132" height="116" fill="#fff"/><path d="M94 138h132v26H94z" fill="${palette.main}"/><path d="M94 236h132v18H94z" fill="${palette.deep}"/>
${line(info.brand, 160, 156, { size: 14, fill: '#fff', weight: 600, anchor: 'middle', spacing: 3 })}
${fitCentred(info.name, { x: 103, y: 167, width: 114, height: 48, most: 25 }, { fill: palette.deep })}
${line(info.spec, 160, 229, { size: sizeWithin(info.spec, 118, 12), fill: '#4b5568', weight: 600, anchor: 'middle' })}
${line(maker, 160, 248.5, { size: sizeWithin(maker, 122, 8.6), fill: '#fff', anchor: 'middle' })}
<path d="M136 72h48v12c0 12 42 16 42 44v138a16 16 0 0 1-16 16H110a16 16 0 0 1-16-16V128c0-28 42-32 42-44z" fill="url(#round)"/>`;
}

/** A see-through bag with a sealed edge and a label, for herbs and dressings. */
export function pouch(info: PackInfo, inside: string): string {
  const { palette } = info;
  return `${shade(160, 230)}
<path d="M62 40q98-8 196 0l6 232q-104 16-208 0z" fill="${palette.soft}"/><path d="M62 40q98-8 196 0l.6 20q-98-8-197.200 0z" fill="${palette.deep}"/>
<path d="M68 46h184M67 53h186" stroke="#fff" stroke-opacity=".45" stroke-width="1.4" stroke-dasharray="3 3"/><circle cx="160" cy="49" r="5" fill="#fff"/>
<svg x="78" y="172" width="164" height="92" viewBox="0 0 164 92"><rect width="164" height="92" rx="12" fill="#fff" opacity=".7"/>${inside}<rect x="1" y="1" width="162" height="90" rx="12" fill="none" stroke="${palette.main}" stroke-width="2"/></svg>
<rect x="78" y="74" width="164" height="88" rx="5" fill="#fff"/><rect x="78" y="74" width="164" height="22" rx="5" fill="${palette.main}"/>
${line(info.brand, 88, 89.5, { size: 12, fill: '#fff', weight: 600, spacing: 2 })}${line(info.form === '中药饮片' ? '道地饮片' : '医疗用品', 232, 89.5, { size: 10.5, fill: '#fff', anchor: 'end' })}
${fitCentred(info.name, { x: 85, y: 98, width: 150, height: 43, most: 34 }, { fill: palette.deep })}
${line(info.spec, 160, 154, { size: sizeWithin(info.spec, 146, 12), fill: '#4b5568', weight: 600, anchor: 'middle' })}
<path d="M62 40q98-8 196 0l6 232q-104 16-208 0z" fill="url(#round)" opacity=".8"/><path d="M84 66q-8 100-4 196" stroke="#fff" stroke-width="7" stroke-opacity=".35" fill="none" stroke-linecap="round"/>`;
}

/** A tube that stands on its cap. */
export function tube(x: number, info: PackInfo): string {
  const { palette } = info;
  return `${shade(x, 70)}<path d="M${x - 27} 118h54l-5 132h-44z" fill="#fff"/><path d="M${x - 27} 118h54l-.5 14h-53z" fill="#d9dee8"/><path d="M${x - 26} 150h52l-2.600 62h-46.800z" fill="${palette.main}"/><path d="M${x - 23.4} 212h46.800l-.8 20h-45.200z" fill="${palette.accent}"/>
<g transform="translate(${x} 181) rotate(-90)">${line(info.name.slice(0, 6), 0, 5, { size: sizeWithin(info.name.slice(0, 6), 56, 13), fill: '#fff', weight: 700, anchor: 'middle' })}</g>
<path d="M${x - 27} 118h54l-5 132h-44z" fill="url(#round)"/><rect x="${x - 17}" y="250" width="34" height="32" rx="4" fill="${palette.deep}"/>`;
}

/** A small bottle with a dropper or a nozzle. */
export function dropper(x: number, info: PackInfo, nozzle: 'drop' | 'spray'): string {
  const { palette } = info;
  const head =
    nozzle === 'drop'
      ? `<path d="M${x - 9} 190l4-32h10l4 32z" fill="#f4f6fa"/><rect x="${x - 15}" y="186" width="30" height="16" rx="3" fill="${palette.main}"/>`
      : `<rect x="${x - 12}" y="146" width="24" height="20" rx="5" fill="#f4f6fa"/><path d="M${x - 8} 166h16v20h-16z" fill="#dfe4ec"/><rect x="${x - 18}" y="184" width="36" height="16" rx="4" fill="${palette.main}"/>`;
  return `${shade(x, 62)}${head}<rect x="${x - 23}" y="200" width="46" height="82" rx="9" fill="#fbfcfe"/><rect x="${x - 23}" y="218" width="46" height="44" fill="${palette.main}"/><rect x="${x - 23}" y="254" width="46" height="8" fill="${palette.accent}"/>${line(info.brand, x, 241, { size: 13, fill: '#fff', weight: 700, anchor: 'middle' })}<rect x="${x - 23}" y="200" width="46" height="82" rx="9" fill="url(#round)"/>`;
}

/** A vial of injection with its metal cap. */
export function vial(x: number, info: PackInfo): string {
  const { palette } = info;
  return `${shade(x, 60)}<rect x="${x - 13}" y="172" width="26" height="16" rx="3" fill="#b9c1cd"/><rect x="${x - 15}" y="166" width="30" height="9" rx="3" fill="${palette.accent}"/><path d="M${x - 10} 188h20v8c12 4 13 10 13 18v58a10 10 0 0 1-10 10h-26a10 10 0 0 1-10-10v-58c0-8 1-14 13-18z" fill="#e9f2f8"/><path d="M${x - 23} 226h46v34h-46z" fill="#fff"/><path d="M${x - 23} 226h46v9h-46z" fill="${palette.main}"/>${line(info.brand, x, 252, { size: 12, fill: palette.deep, weight: 700, anchor: 'middle' })}<rect x="${x - 23}" y="196" width="46" height="86" rx="10" fill="url(#round)"/>`;
}

/** A strip of tablets or capsules that leans on its box. */
export function blister(x: number, y: number, info: PackInfo): string {
  const { palette } = info;
  const pockets = [0, 1].flatMap((row) =>
    [0, 1, 2, 3].map((column) => {
      const [left, above] = [12 + column * 25, 13 + row * 26];
      return info.form === '胶囊剂'
        ? `<rect x="${left - 5}" y="${above - 7}" width="21" height="12" rx="6" fill="${palette.accent}"/><path d="M${left + 5.5} ${above - 7}h4.500a6 6 0 0 1 0 12h-4.500z" fill="${palette.soft}"/>`
        : `<circle cx="${left + 5}" cy="${above}" r="8.500" fill="#fff"/><circle cx="${left + 5}" cy="${above}" r="8.500" fill="none" stroke="${palette.main}" stroke-opacity=".5"/>`;
    }),
  );
  return `<g transform="translate(${x} ${y}) rotate(-7)"><rect x="2" y="4" width="112" height="52" rx="7" fill="#1b2540" opacity=".18"/><rect width="112" height="52" rx="7" fill="#cdd4de"/><rect width="112" height="52" rx="7" fill="url(#sheen)"/><rect x=".6" y=".6" width="110.800" height="50.800" rx="6.500" fill="none" stroke="#fff" stroke-opacity=".7"/>${pockets.join('')}</g>`;
}

/** Gradients that every pack uses: light from the left, and the round of a bottle. */
export const LIGHT = `<defs><linearGradient id="sheen" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".28"/><stop offset=".45" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#0b1430" stop-opacity=".07"/></linearGradient><linearGradient id="round"><stop offset="0" stop-color="#0b1430" stop-opacity=".2"/><stop offset=".16" stop-color="#fff" stop-opacity=".3"/><stop offset=".34" stop-color="#fff" stop-opacity=".04"/><stop offset=".8" stop-color="#0b1430" stop-opacity=".05"/><stop offset="1" stop-color="#0b1430" stop-opacity=".24"/></linearGradient></defs>`;

/** What a drawing takes up of the 320 by 320. */
export interface Extent {
  left: number;
  right: number;
  top: number;
}

/** Brings a drawing to the middle, as large as the picture allows. */
export function fitted(drawn: string, { left, right, top }: Extent): string {
  const [width, height] = [right - left, GROUND + 10 - top];
  const scale = Math.min(1.25, 304 / width, 292 / height);
  const x = 160 - ((left + right) / 2) * scale;
  const y = 160 - ((top + GROUND + 10) / 2) * scale;
  return `<g transform="translate(${round(x)} ${round(y)}) scale(${scale.toFixed(3)})">${drawn}</g>`;
}
