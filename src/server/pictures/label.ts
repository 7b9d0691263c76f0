import { emblem } from './emblems.ts';
import type { PackInfo } from './pack-info.ts';
import { balance, line, round, widthOf } from './svg.ts';

/** The printed front of a pack, `width` by `height` from the origin. */
export function label(info: PackInfo, width: number, height: number): string {
  const layouts = [bottomWave, sideBand, topBand, fullColour, cornerArc];
  const layout = layouts[info.layout % layouts.length] ?? bottomWave;
  return layout(info, width, height);
}

/** The name in as large letters as its place allows; answers the drawing and where it ends. */
function nameBlock(
  info: PackInfo,
  place: { x: number; y: number; width: number; most: number; fill: string },
): { drawn: string; end: number } {
  const whole = widthOf(info.name);
  const perLine = whole <= 6 ? 6 : Math.max(5, Math.min(8, Math.ceil(whole / 2)));
  const lines = balance(info.name, perLine);
  const widest = Math.max(...lines.map(widthOf));
  const size = Math.min(place.most, place.width / widest);
  const drawn = lines
    .map((text, index) =>
      line(text, place.x, place.y + size * (0.86 + index * 1.18), { size, fill: place.fill, weight: 700 }),
    )
    .join('');
  return { drawn, end: place.y + size * (0.86 + (lines.length - 1) * 1.18) };
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

function shortMaker({ maker }: PackInfo): string {
  return maker.replace('（演示）', '');
}

function specLine(
  info: PackInfo,
  x: number,
  y: number,
  fill: string,
  background: string,
  width: number,
): string {
  const size = Math.min(12.5, (width - 14) / Math.max(1, widthOf(info.spec)));
  return `<rect x="${x}" y="${round(y)}" width="${round(Math.min(width, widthOf(info.spec) * size + 14))}" height="19" rx="3" fill="${background}"/>${line(info.spec, x + 7, y + 13.8, { size, fill, weight: 600 })}`;
}

type Layout = typeof label;

const bottomWave: Layout = (info, w, h) => {
  const { palette } = info;
  const name = nameBlock(info, { x: 14, y: 36, width: w - 28, most: 29, fill: palette.deep });
  const crest = Math.max(name.end + 36, h * 0.64);
  return `<rect width="${w}" height="${h}" fill="#fff"/>
<path d="M0 ${crest + 12}C${w * 0.3} ${crest - 10} ${w * 0.55} ${crest + 26} ${w} ${crest - 6}V${h}H0z" fill="${palette.main}"/>
<path d="M0 ${crest + 28}C${w * 0.35} ${crest + 6} ${w * 0.6} ${crest + 40} ${w} ${crest + 10}V${h}H0z" fill="${palette.deep}"/>
${brandMark(info, 14, 25, palette.deep)}${marks(info, w - 8, 11)}${name.drawn}
${specLine(info, 14, name.end + 11, palette.deep, palette.soft, w * 0.62)}
${emblem(info, w - 44, crest + 2, 66)}
${line(shortMaker(info), 14, h - 10, { size: 9.5, fill: '#fff', opacity: 0.92 })}`;
};

const sideBand: Layout = (info, w, h) => {
  const { palette } = info;
  const band = w * 0.2;
  const name = nameBlock(info, { x: band + 12, y: 40, width: w - band - 24, most: 27, fill: palette.deep });
  return `<rect width="${w}" height="${h}" fill="#fff"/><rect width="${round(band)}" height="${h}" fill="${palette.main}"/>
<rect width="${round(band)}" height="${h * 0.42}" fill="${palette.deep}"/><rect x="${round(band)}" width="3" height="${h}" fill="${palette.accent}"/>
${emblem(info, band / 2, h * 0.74, band * 0.98)}
<g transform="translate(${round(band / 2)} 24)">${Array.from(info.brand)
    .map((character, index) =>
      line(character, 0, index * 17, { size: 14, fill: '#fff', weight: 600, anchor: 'middle' }),
    )
    .join('')}</g>
${marks(info, w - 8, 11)}${name.drawn}
${specLine(info, band + 12, name.end + 12, '#fff', palette.main, w - band - 24)}
<path d="M${round(band + 12)} ${h - 26}H${w - 12}" stroke="${palette.soft}" stroke-width="1.5"/>
${line(shortMaker(info), band + 12, h - 11, { size: 9.5, fill: '#5b6474' })}`;
};

const topBand: Layout = (info, w, h) => {
  const { palette } = info;
  const band = Math.max(36, h * 0.27);
  const name = nameBlock(info, { x: 14, y: band + 14, width: w - 28, most: 28, fill: palette.deep });
  return `<rect width="${w}" height="${h}" fill="${palette.soft}"/>
<path d="M0 0H${w}V${band * 0.62}L${w * 0.42} ${band}H0z" fill="${palette.main}"/><path d="M0 ${band}H${w * 0.42}L${w * 0.62} ${band * 0.82}H0z" fill="${palette.deep}" opacity=".35"/>
${brandMark(info, 14, band * 0.55 + 4, '#fff')}${marks(info, w - 8, 9)}${name.drawn}
${specLine(info, 14, name.end + 10, '#fff', palette.deep, w * 0.64)}
${emblem(info, w - 42, h - 40, 64)}
${line(shortMaker(info), 14, h - 10, { size: 9.5, fill: palette.deep, opacity: 0.8 })}`;
};

const fullColour: Layout = (info, w, h) => {
  const { palette } = info;
  const name = nameBlock(info, { x: 22, y: 46, width: w - 44, most: 27, fill: palette.deep });
  const panel = Math.min(h - 38, Math.max(name.end + 12, h * 0.58));
  return `<rect width="${w}" height="${h}" fill="${palette.main}"/><circle cx="${w - 20}" cy="${h + 8}" r="${h * 0.5}" fill="${palette.deep}" opacity=".55"/>
<circle cx="${w * 0.1}" cy="0" r="${h * 0.3}" fill="#fff" opacity=".1"/>
${brandMark(info, 14, 24, '#fff')}${marks(info, w - 8, 10)}
<rect x="12" y="36" width="${w - 24}" height="${round(panel - 36)}" rx="4" fill="#fff"/>${name.drawn}
${line(info.spec, 14, panel + 18, { size: Math.min(13, (w * 0.62) / widthOf(info.spec)), fill: '#fff', weight: 700 })}
${emblem(info, w - 40, panel + (h - panel) / 2, Math.min(58, h - panel + 8))}
${line(shortMaker(info), 14, h - 9, { size: 9.5, fill: '#fff', opacity: 0.85 })}`;
};

const cornerArc: Layout = (info, w, h) => {
  const { palette } = info;
  const name = nameBlock(info, { x: 14, y: 38, width: w - 28, most: 28, fill: '#1f2737' });
  return `<rect width="${w}" height="${h}" fill="#fff"/><circle cx="${w}" cy="${h}" r="${h * 0.62}" fill="${palette.soft}"/>
<path d="M${w} ${h * 0.34}A${h * 0.66} ${h * 0.66} 0 0 0 ${w - h * 0.66} ${h}" fill="none" stroke="${palette.accent}" stroke-width="4"/>
<rect width="${w}" height="6" fill="${palette.main}"/><rect y="6" width="${w * 0.34}" height="3" fill="${palette.accent}"/>
${brandMark(info, 14, 28, palette.main)}${marks(info, w - 8, 14)}${name.drawn}
${specLine(info, 14, name.end + 11, palette.deep, palette.soft, w * 0.6)}
${emblem(info, w - 44, h - 42, 68)}
${line(shortMaker(info), 14, h - 11, { size: 9.5, fill: '#5b6474' })}`;
};
