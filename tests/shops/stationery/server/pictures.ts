/** What each kind of thing looks like, drawn in one colour on a square of 400. */
const DRAWINGS: Record<string, (colour: string) => string> = {
  pen: (colour) =>
    `<g transform="rotate(-38 200 200)"><rect x="60" y="186" width="230" height="28" rx="14" fill="${colour}"/><rect x="150" y="186" width="10" height="28" fill="#e6d9b8"/><path d="M290 188l52 12-52 12z" fill="#d8b45c"/><path d="M300 200h30" stroke="#7a6226" stroke-width="2"/></g>`,
  pencils: (colour) =>
    [0, 1, 2, 3]
      .map(
        (index) =>
          `<g transform="translate(${110 + index * 48} 90)"><rect width="30" height="170" fill="${colour}" opacity="${1 - index * 0.16}"/><path d="M0 170h30l-15 44z" fill="#ecd7b0"/><path d="M10 199h10l-5 15z" fill="#3a3a3a"/><rect width="30" height="16" fill="#fff" opacity=".45"/></g>`,
      )
      .join(''),
  notebook: (colour) =>
    `<rect x="106" y="76" width="188" height="254" rx="10" fill="#fffdf7" stroke="#0002"/><rect x="98" y="70" width="188" height="254" rx="10" fill="${colour}"/><rect x="98" y="70" width="22" height="254" rx="10" fill="#0002"/><rect x="256" y="70" width="9" height="254" fill="#0003"/><rect x="146" y="118" width="88" height="44" rx="4" fill="#fffdf7" opacity=".9"/><path d="M158 134h64M158 147h40" stroke="${colour}" stroke-width="3"/>`,
  paper: (colour) =>
    `<rect x="120" y="88" width="190" height="236" fill="#fffdf7" stroke="#0001" transform="rotate(7 200 200)"/><rect x="104" y="82" width="190" height="236" fill="#fffdf7" stroke="#0002"/><rect x="104" y="82" width="190" height="62" fill="${colour}"/><path d="M128 176h142M128 200h142M128 224h142M128 248h84" stroke="#c8c1b2" stroke-width="4"/>`,
  ink: (colour) =>
    `<rect x="160" y="84" width="80" height="52" rx="6" fill="#39414f"/><rect x="168" y="136" width="64" height="22" fill="#dfe4e8"/><rect x="126" y="156" width="148" height="168" rx="14" fill="#d5dde3"/><path d="M138 208h124v104q0 4-4 4H142q-4 0-4-4z" fill="${colour}"/><rect x="158" y="222" width="84" height="56" rx="3" fill="#f8f4ea"/><path d="M172 242h56M172 258h36" stroke="${colour}" stroke-width="4"/>`,
  ruler: (colour) =>
    `<g transform="rotate(-24 200 200)"><rect x="52" y="170" width="296" height="60" rx="4" fill="${colour}"/>${Array.from({ length: 28 }, (_, index) => `<path d="M${64 + index * 10} 170v${index % 5 === 0 ? 24 : 13}" stroke="#4b3d17" stroke-width="2"/>`).join('')}</g>`,
  cup: (colour) =>
    `<path d="M168 96l8 90M206 70v116M236 104l-10 82" stroke="#8a5a3a" stroke-width="12" stroke-linecap="round"/><path d="M136 176h128l-12 140q-2 10-12 10h-80q-10 0-12-10z" fill="${colour}"/><path d="M136 176h128l-3 32H139z" fill="#0000001f"/>`,
};

const svg = (viewBox: string, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${body}</svg>`;

/** The photograph of a thing: from the front, or closer. */
export function productPicture(kind: string, colour: string, isClose: boolean): string {
  const drawing = DRAWINGS[kind]?.(colour) ?? '';
  const ground = `<rect width="400" height="400" fill="${isClose ? '#ece7dd' : '#f3efe7'}"/>`;
  return svg(isClose ? '90 90 220 220' : '0 0 400 400', ground + drawing);
}

/** A wide picture for the front page. */
export function bannerPicture(headline: string, ground: string, kind: string, colour: string): string {
  const drawing = DRAWINGS[kind]?.(colour) ?? '';
  return svg(
    '0 0 1200 360',
    `<rect width="1200" height="360" fill="${ground}"/><circle cx="930" cy="190" r="210" fill="#fff" opacity=".35"/><g transform="translate(730 -10)">${drawing}</g><text x="80" y="200" font-family="Georgia, 'Liberation Serif', serif" font-size="48" fill="${colour}">${headline}</text>`,
  );
}
