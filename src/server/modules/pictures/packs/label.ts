import { line, round, widthOf } from '../drawing/svg.ts';
import { fitText, type PlacedText, sizeWithin } from '../drawing/text-fit.ts';
import { emblem } from './emblems.ts';
import type { PackInfo } from './pack-info.ts';

/** The printed front of a pack, `width` by `height` from the origin. */
export function label(info: PackInfo, width: number, height: number): string {
  const layouts = [bottomWave, sideBand, topBand, fullColour, cornerArc];
  const layout = layouts[info.layout % layouts.length] ?? bottomWave;
  return layout(info, width, height);
}

/** The plate with the spec: its height, and what is left free above it. */
const PLATE = 19;
const GAP = 7;

/** What the maker's line takes at the foot. */
const FOOT = 22;

/** What stands before the box takes its lower right corner: so much of width and height is free of it. */
const CLEAR = { right: 0.65, bottom: 0.6 };

/** How far to the right the lower half may be printed. */
const rightOf = ({ covered }: PackInfo, width: number, margin: number) =>
  covered === true ? width * CLEAR.right : width - margin;

/** The name, as large as fits between `y` and what stands beneath it. */
function nameBlock(
  info: PackInfo,
  { h, ...room }: { x: number; y: number; width: number; most: number; h: number; below?: number },
  fill: string,
): PlacedText {
  const free = h - FOOT - PLATE - GAP - (room.below ?? 0);
  const bottom = info.covered === true ? Math.min(free, h * CLEAR.bottom) : free;
  return fitText(info.name, { ...room, height: bottom - room.y }, { fill });
}

function brandMark({ brand, palette }: PackInfo, x: number, y: number, fill: string): string {
  return `<g transform="translate(${x} ${y})"><circle cx="7" cy="-4.5" r="7" fill="${fill}"/><path d="M3.4-4.5a3.6 3.6 0 0 1 7.2 0" fill="none" stroke="${fill === '#fff' ? palette.deep : '#fff'}" stroke-width="1.8"/>${line(brand, 18, 0, { size: 12.5, fill, weight: 600, spacing: 1 })}</g>`;
}

/** The marks that the law puts in the corner: OTC in red or green, 外用, 冷藏. */
function marks({ rx, marks: given }: PackInfo, right: number, y: number): string {
  const badges: [string, string][] = [];
  if (rx === 'otc-a') badges.push(['OTC', '#c8252f']);
  if (rx === 'otc-b') badges.push(['OTC', '#1f8a4c']);
  if (given.includes('外用')) badges.push(['外', '#c8252f']);
  if (given.includes('冷藏')) badges.push(['2-8℃', '#1b78b8']);
  let x = right;
  return badges
    .map(([text, colour]) => {
      const width = widthOf(text) * 9.5 + 9;
      x -= width + 3;
      return `<rect x="${round(x + 3)}" y="${y}" width="${round(width)}" height="14" rx="${text === '外' ? 1.5 : 7}" fill="${colour}"/>${line(text, x + 3 + width / 2, y + 10.6, { size: 9.5, fill: '#fff', weight: 700, anchor: 'middle' })}`;
    })
    .join('');
}

/** Something that is printed, and where it ends on the right. */
interface PrintedLine {
  drawn: string;
  right: number;
}

function specLine(
  { spec }: PackInfo,
  x: number,
  y: number,
  right: number,
  colours: [string, string],
): PrintedLine {
  const [fill, background] = colours;
  const size = sizeWithin(spec, right - x - 14, 12.5);
  const width = widthOf(spec) * size + 14;
  return {
    drawn: `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${PLATE}" rx="3" fill="${background}"/>${line(spec, x + 7, y + 13.8, { size, fill, weight: 600 })}`,
    right: x + width,
  };
}

function makerLine(
  { maker }: PackInfo,
  x: number,
  y: number,
  right: number,
  look: { fill: string; opacity?: number },
): PrintedLine {
  const name = maker.replace('（演示）', '');
  const size = sizeWithin(name, right - x, 9.5);
  return { drawn: line(name, x, y, { size, ...look }), right: x + widthOf(name) * size };
}

/** The emblem in the lower right corner, beside what is printed there; left out where that leaves too little. */
function corner(
  info: PackInfo,
  w: number,
  h: number,
  free: { beside: readonly PrintedLine[]; top: number; most: number },
): string {
  const left = Math.max(...free.beside.map(({ right }) => right)) + 5;
  const size = Math.min(free.most, w - 8 - left, h - 6 - free.top);
  return size < 24 ? '' : emblem(info, round(w - 8 - size / 2), round(h - 6 - size / 2), round(size));
}

type Layout = typeof label;

const bottomWave: Layout = (info, w, h) => {
  const { palette } = info;
  const name = nameBlock(info, { x: 14, y: 36, width: w - 28, most: 29, h }, palette.deep);
  const spec = specLine(info, 14, name.bottom + GAP, rightOf(info, w, 14), [palette.deep, palette.soft]);
  const maker = makerLine(info, 14, h - 10, rightOf(info, w, 14), { fill: '#fff', opacity: 0.92 });
  const crest = Math.min(h - 34, Math.max(name.bottom + PLATE + GAP + 6, h * 0.64));
  return `<rect width="${w}" height="${h}" fill="#fff"/>
<path d="M0 ${crest + 12}C${w * 0.3} ${crest - 10} ${w * 0.55} ${crest + 26} ${w} ${crest - 6}V${h}H0z" fill="${palette.main}"/>
<path d="M0 ${crest + 28}C${w * 0.35} ${crest + 6} ${w * 0.6} ${crest + 40} ${w} ${crest + 10}V${h}H0z" fill="${palette.deep}"/>
${brandMark(info, 14, 25, palette.deep)}${marks(info, w - 8, 11)}${name.drawn}
${spec.drawn}${corner(info, w, h, { beside: [spec, maker], top: name.bottom + 4, most: 66 })}${maker.drawn}`;
};

const sideBand: Layout = (info, w, h) => {
  const { palette } = info;
  const band = w * 0.2;
  const x = band + 12;
  const name = nameBlock(info, { x, y: 38, width: w - x - 12, most: 27, h, below: 5 }, palette.deep);
  return `<rect width="${w}" height="${h}" fill="#fff"/><rect width="${round(band)}" height="${h}" fill="${palette.main}"/>
<rect width="${round(band)}" height="${h * 0.42}" fill="${palette.deep}"/><rect x="${round(band)}" width="3" height="${h}" fill="${palette.accent}"/>
${emblem(info, band / 2, h * 0.74, band * 0.98)}
<g transform="translate(${round(band / 2)} 24)">${Array.from(info.brand)
    .map((character, index) =>
      line(character, 0, index * 17, { size: 14, fill: '#fff', weight: 600, anchor: 'middle' }),
    )
    .join('')}</g>
${marks(info, w - 8, 11)}${name.drawn}
${specLine(info, x, name.bottom + GAP, rightOf(info, w, 12), ['#fff', palette.main]).drawn}
<path d="M${round(x)} ${h - 26}H${w - 12}" stroke="${palette.soft}" stroke-width="1.5"/>
${makerLine(info, x, h - 11, rightOf(info, w, 12), { fill: '#5b6474' }).drawn}`;
};

const topBand: Layout = (info, w, h) => {
  const { palette } = info;
  const band = Math.max(36, h * 0.27);
  const name = nameBlock(info, { x: 14, y: band + 9, width: w - 28, most: 28, h }, palette.deep);
  const spec = specLine(info, 14, name.bottom + GAP, rightOf(info, w, 14), ['#fff', palette.deep]);
  const maker = makerLine(info, 14, h - 10, rightOf(info, w, 14), { fill: palette.deep, opacity: 0.8 });
  return `<rect width="${w}" height="${h}" fill="${palette.soft}"/>
<path d="M0 0H${w}V${band * 0.62}L${w * 0.42} ${band}H0z" fill="${palette.main}"/><path d="M0 ${band}H${w * 0.42}L${w * 0.62} ${band * 0.82}H0z" fill="${palette.deep}" opacity=".35"/>
${brandMark(info, 14, band * 0.55 + 4, '#fff')}${marks(info, w - 8, 9)}${name.drawn}
${spec.drawn}${corner(info, w, h, { beside: [spec, maker], top: name.bottom + 4, most: 64 })}${maker.drawn}`;
};

const fullColour: Layout = (info, w, h) => {
  const { palette } = info;
  const name = nameBlock(info, { x: 22, y: 44, width: w - 44, most: 27, h, below: 4 }, palette.deep);
  const panel = Math.max(name.bottom + 6, Math.min(h - 46, h * 0.58));
  const right = rightOf(info, w, 14);
  const size = sizeWithin(info.spec, right - 14, 13);
  const spec = line(info.spec, 14, panel + 17, { size, fill: '#fff', weight: 700 });
  const specEnd = { drawn: spec, right: 14 + widthOf(info.spec) * size };
  const maker = makerLine(info, 14, h - 9, right, { fill: '#fff', opacity: 0.85 });
  return `<rect width="${w}" height="${h}" fill="${palette.main}"/><circle cx="${w - 20}" cy="${h + 8}" r="${h * 0.5}" fill="${palette.deep}" opacity=".55"/>
<circle cx="${w * 0.1}" cy="0" r="${h * 0.3}" fill="#fff" opacity=".1"/>
${brandMark(info, 14, 24, '#fff')}${marks(info, w - 8, 10)}
<rect x="12" y="36" width="${w - 24}" height="${round(panel - 36)}" rx="4" fill="#fff"/>${name.drawn}
${spec}${corner(info, w, h, { beside: [specEnd, maker], top: panel + 3, most: 58 })}${maker.drawn}`;
};

const cornerArc: Layout = (info, w, h) => {
  const { palette } = info;
  const name = nameBlock(info, { x: 14, y: 38, width: w - 28, most: 28, h }, '#1f2737');
  const spec = specLine(info, 14, name.bottom + GAP, rightOf(info, w, 14), [palette.deep, palette.soft]);
  const maker = makerLine(info, 14, h - 11, rightOf(info, w, 14), { fill: '#5b6474' });
  return `<rect width="${w}" height="${h}" fill="#fff"/><circle cx="${w}" cy="${h}" r="${h * 0.46}" fill="${palette.soft}"/>
<path d="M${w} ${h * 0.5}A${h * 0.5} ${h * 0.5} 0 0 0 ${w - h * 0.5} ${h}" fill="none" stroke="${palette.accent}" stroke-width="4"/>
<rect width="${w}" height="6" fill="${palette.main}"/><rect y="6" width="${w * 0.34}" height="3" fill="${palette.accent}"/>
${brandMark(info, 14, 28, palette.main)}${marks(info, w - 8, 14)}${name.drawn}
${spec.drawn}${corner(info, w, h, { beside: [spec, maker], top: name.bottom + 4, most: 68 })}${maker.drawn}`;
};
