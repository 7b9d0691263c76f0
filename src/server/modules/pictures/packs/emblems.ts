import type { PackInfo } from './pack-info.ts';

/** A small picture of what is inside, in a square of 100 around the origin. Colours come from the pack. */
type Emblem = (colours: { deep: string; main: string; soft: string; accent: string }) => string;

const capsule = (x: number, y: number, turn: number, top: string, bottom: string, scale = 1) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})"><path d="M-15 0v-17a15 15 0 0 1 30 0v17z" fill="${top}"/><path d="M-15 0v17a15 15 0 0 0 30 0V0z" fill="${bottom}"/><path d="M-9-18a7 7 0 0 1 6-8" stroke="#fff" stroke-width="4" stroke-linecap="round" fill="none" opacity=".65"/></g>`;

const tablet = (x: number, y: number, radius: number, fill: string, edge: string) =>
  `<g transform="translate(${x} ${y})"><ellipse cy="4" rx="${radius}" ry="${radius * 0.62}" fill="${edge}"/><ellipse rx="${radius}" ry="${radius * 0.62}" fill="${fill}"/><path d="M${-radius * 0.6} 0h${radius * 1.2}" stroke="${edge}" stroke-width="2.4" stroke-linecap="round"/></g>`;

const drop = (x: number, y: number, scale: number, fill: string) =>
  `<path transform="translate(${x} ${y}) scale(${scale})" d="M0-34C14-14 22-2 22 10a22 22 0 0 1-44 0C-22-2-14-14 0-34z" fill="${fill}"/>`;

const leaf = (x: number, y: number, turn: number, scale: number, fill: string, vein: string) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})"><path d="M0 40C-30 20-30-20 0-44 30-20 30 20 0 40z" fill="${fill}"/><path d="M0 44V-28M0 12l13-13M0 0l-12-12M0-12l9-9" stroke="${vein}" stroke-width="2.6" fill="none" stroke-linecap="round"/></g>`;

const EMBLEMS: Readonly<Record<string, Emblem>> = {
  胶囊剂: ({ main, accent, soft, deep }) =>
    capsule(-18, 4, -34, main, '#fff', 1.15) +
    capsule(20, 6, 28, accent, soft, 1.05) +
    `<path d="M-34 42h70" stroke="${deep}" stroke-opacity=".12" stroke-width="5" stroke-linecap="round"/>`,
  片剂: ({ main, soft, accent }) =>
    tablet(-16, -10, 25, '#fff', main) + tablet(19, 2, 22, soft, main) + tablet(-8, 26, 20, accent, main),
  丸剂: ({ deep, main }) =>
    [
      [-22, 12, 15],
      [8, 18, 16],
      [30, 4, 12],
      [-6, -10, 14],
      [20, -18, 12],
    ]
      .map(
        ([x = 0, y = 0, r = 0]) =>
          `<circle cx="${x}" cy="${y}" r="${r}" fill="${deep}"/><circle cx="${x - r * 0.3}" cy="${y - r * 0.35}" r="${r * 0.28}" fill="${main}"/>`,
      )
      .join(''),
  颗粒剂: ({ main, soft, deep }) =>
    `<g transform="rotate(-8)"><path d="M-26-40h44v78h-44z" fill="${soft}"/><path d="M-26-40h44v12h-44zM-26 26h44v12h-44z" fill="${main}"/><path d="M-26-34h44M-26 32h44" stroke="#fff" stroke-width="1.6" stroke-dasharray="3 2"/></g><g transform="translate(14 6) rotate(9)"><path d="M-18-34h40v70h-40z" fill="#fff"/><path d="M-18-34h40v11h-40zM-18 25h40v11h-40z" fill="${deep}"/><circle cx="2" cy="1" r="11" fill="${main}"/></g>`,
  口服溶液剂: ({ main, soft, deep }) =>
    [-24, 0, 24]
      .map(
        (x) =>
          `<g transform="translate(${x} 0)"><rect x="-9" y="-22" width="18" height="58" rx="5" fill="${main}" fill-opacity=".82"/><rect x="-9" y="-4" width="18" height="26" fill="${soft}"/><rect x="-6" y="-36" width="12" height="15" rx="3" fill="${deep}"/></g>`,
      )
      .join(''),
  中药饮片: ({ main, deep }) => leaf(-14, 4, -28, 0.9, main, deep) + leaf(18, 2, 24, 0.8, deep, main),
  贴膏剂: ({ soft, main }) =>
    `<g transform="rotate(-12)"><rect x="-38" y="-22" width="76" height="46" rx="7" fill="${main}"/><rect x="-38" y="-22" width="76" height="46" rx="7" fill="#fff" opacity=".18"/>${[-24, -12, 0, 12, 24].map((x) => `<circle cx="${x}" cy="-10" r="2.2" fill="${soft}"/><circle cx="${x}" cy="2" r="2.2" fill="${soft}"/><circle cx="${x}" cy="14" r="2.2" fill="${soft}"/>`).join('')}</g>`,
  医疗器械: ({ main, soft }) =>
    `<circle r="40" fill="${soft}"/><path d="M-9-26h18v17h17v18H9v17H-9V9h-17V-9h17z" fill="${main}"/>`,
};

const LIQUID: Emblem = ({ main, accent, soft }) =>
  drop(-10, 4, 1.05, main) + drop(24, 20, 0.55, accent) + drop(-17, 14, 0.4, soft);
const SAME_AS: Readonly<Record<string, string>> = {
  含片: '片剂',
  滴丸剂: '丸剂',
  散剂: '颗粒剂',
  酊剂: '口服溶液剂',
  栓剂: '胶囊剂',
  胶剂: '中药饮片',
};

/** The emblem of a dosage form, drawn in a square of `size` around (x, y). */
export function emblem(info: PackInfo, x: number, y: number, size: number): string {
  if (info.covered === true) return '';
  const draw = EMBLEMS[SAME_AS[info.form] ?? info.form] ?? LIQUID;
  return `<g transform="translate(${x} ${y}) scale(${size / 100})">${draw(info.palette)}</g>`;
}
