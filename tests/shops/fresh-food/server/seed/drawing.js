/** What stands on the plate, around the middle of 400 by 400: {c} is its colour, {d} a darker one, {l} a lighter one. */
const SHAPES = {
  leafy:
    '<path d="M200 300C150 250 110 190 130 120c40 10 60 50 70 90 10-50 30-90 75-95 15 75-25 140-75 185z" fill="{c}"/><path d="M200 300c-15-60-12-130 0-190 12 60 15 130 0 190z" fill="{l}"/><path d="M186 300h28l-5 28h-18z" fill="#f4f1e2"/>',
  root: '<path d="M150 150c30-20 70-20 100 0 10 60-20 130-50 165-30-35-60-105-50-165z" fill="{c}"/><path d="M200 148c-10-30-35-45-55-48 15 20 30 35 48 48zm0 0c0-35 8-55 18-66 6 24 2 48-8 66zm6 0c15-24 35-36 54-36-8 18-28 32-46 38z" fill="#5d8f3c"/><path d="M172 190h34M184 226h36M186 262h24" stroke="{d}" stroke-width="5" stroke-linecap="round"/>',
  tuber:
    '<path d="M118 214c-8-50 40-86 92-80 56 6 88 46 74 96-12 44-62 68-106 58-34-8-54-38-60-74z" fill="{c}"/><path d="M165 190a5 5 0 1 0 .1 0M228 180a5 5 0 1 0 .1 0M205 240a5 5 0 1 0 .1 0M252 226a5 5 0 1 0 .1 0" fill="{d}"/><path d="M142 190c10-22 32-34 54-34" stroke="{l}" stroke-width="9" stroke-linecap="round" fill="none"/>',
  round:
    '<circle cx="200" cy="212" r="86" fill="{c}"/><path d="M142 196c8-26 26-40 48-44" stroke="{l}" stroke-width="11" stroke-linecap="round" fill="none"/><path d="M200 134c-2-16 2-28 10-38" stroke="#6b5537" stroke-width="8" stroke-linecap="round" fill="none"/><path d="M206 126c16-22 40-24 58-16-12 20-36 28-58 16z" fill="#6f9c45"/>',
  long: '<path d="M112 268c-14-16-8-34 12-46l132-92c20-13 40-8 48 8s0 34-18 46L160 276c-18 11-36 8-48-8z" fill="{c}"/><path d="M146 250 268 164" stroke="{l}" stroke-width="9" stroke-linecap="round" stroke-dasharray="26 18"/>',
  mushroom:
    '<path d="M110 206c0-52 40-88 90-88s90 36 90 88c-50 18-130 18-180 0z" fill="{c}"/><path d="M172 216h56l8 76c-20 14-52 14-72 0z" fill="#f1e7d3"/><path d="M160 168l16 12M214 148l14 14M246 184l12-12" stroke="{l}" stroke-width="8" stroke-linecap="round"/>',
  berry:
    '<path d="M200 312c-52-30-88-88-76-136 14-34 50-30 76-20 26-10 62-14 76 20 12 48-24 106-76 136z" fill="{c}"/><path d="M200 160c-26 6-48 0-62-18 18-8 32-8 44-2-4-14 2-26 18-34 16 8 22 20 18 34 12-6 26-6 44 2-14 18-36 24-62 18z" fill="#5d8f3c"/><path d="M160 206v8M198 200v8M238 206v8M176 240v8M222 240v8M200 272v8" stroke="{l}" stroke-width="7" stroke-linecap="round"/>',
  bunch:
    '<g fill="{c}"><circle cx="150" cy="166" r="34"/><circle cx="216" cy="160" r="34"/><circle cx="262" cy="200" r="32"/><circle cx="180" cy="218" r="34"/><circle cx="232" cy="244" r="32"/><circle cx="188" cy="276" r="31"/></g><g fill="{l}"><circle cx="140" cy="156" r="8"/><circle cx="206" cy="150" r="8"/><circle cx="252" cy="190" r="8"/><circle cx="170" cy="208" r="8"/><circle cx="222" cy="234" r="8"/><circle cx="178" cy="266" r="8"/></g><path d="M198 134c4-18 12-30 26-38" stroke="#6b5537" stroke-width="8" stroke-linecap="round" fill="none"/>',
  banana:
    '<path d="M122 130c10 90 70 150 164 148 10-2 14-10 8-18-70-18-116-66-136-136-8-10-34-8-36 6z" fill="{c}"/><path d="M150 140c20 68 62 108 120 124" stroke="{l}" stroke-width="8" stroke-linecap="round" fill="none"/><path d="M126 128l22-8 4-16-18 4z" fill="{d}"/>',
  meat: '<path d="M108 220c-8-56 44-98 104-92 54 4 90 42 82 88-10 54-72 76-122 68-36-6-60-28-64-64z" fill="{c}"/><path d="M132 218c0-36 34-62 78-58 38 4 62 28 58 56-8 34-52 46-88 40-28-4-48-18-48-38z" fill="{l}"/><path d="M160 200c24-14 40 14 66-4M168 232c20-10 36 8 58-4" stroke="{c}" stroke-width="9" stroke-linecap="round" fill="none"/>',
  bird: '<path d="M120 236c0-58 46-96 96-92 46 4 76 38 70 82-6 42-50 64-96 60-40-4-70-18-70-50z" fill="{c}"/><path d="M262 176l40-40c8-10 26-6 24 8 14 0 16 18 6 24l-40 38z" fill="{l}"/><path d="M156 222c14-30 44-46 72-40" stroke="{d}" stroke-width="8" stroke-linecap="round" fill="none"/>',
  egg: '<g><ellipse cx="156" cy="226" rx="48" ry="62" fill="{d}"/><ellipse cx="246" cy="226" rx="48" ry="62" fill="{l}"/><ellipse cx="201" cy="208" rx="54" ry="70" fill="{c}"/><path d="M172 184c6-18 16-26 28-30" stroke="#fff" stroke-opacity=".6" stroke-width="9" stroke-linecap="round" fill="none"/></g>',
  fish: '<path d="M96 206c40-60 130-74 186-14l44-34c-6 30-6 66 0 96l-44-34c-56 60-146 46-186-14z" fill="{c}"/><circle cx="140" cy="196" r="8" fill="#22313a"/><path d="M172 168c14 24 14 52 0 76M210 182c8 16 8 34 0 50M240 190c5 10 5 22 0 32" stroke="{l}" stroke-width="7" stroke-linecap="round" fill="none"/>',
  shrimp:
    '<path d="M262 126c-70-24-142 22-142 92 0 56 48 88 98 76l-8-32c-30 4-54-16-54-44 0-40 46-66 100-46z" fill="{c}"/><path d="M218 294l40 22-8-30 24-12-52-12zM150 150l18 22M128 196l28 6M136 246l26-12M176 280l10-26" stroke="{d}" stroke-width="6" stroke-linecap="round" fill="{c}"/><circle cx="244" cy="142" r="7" fill="#22313a"/><path d="M262 128c18-10 34-12 50-8M264 136c18 0 34 4 46 14" stroke="{d}" stroke-width="5" stroke-linecap="round" fill="none"/>',
  crab: '<path d="M118 214c0-40 38-66 82-66s82 26 82 66-36 64-82 64-82-24-82-64z" fill="{c}"/><g stroke="{c}" stroke-width="13" stroke-linecap="round" fill="none"><path d="M124 186c-30-8-40-36-30-60M276 186c30-8 40-36 30-60M116 226l-36 8M284 226l36 8M126 256l-30 26M274 256l30 26"/></g><path d="M84 96c-8 18 0 34 20 36 10-14 6-30-2-40l-6 22zM316 96c8 18 0 34-20 36-10-14-6-30 2-40l6 22z" fill="{d}"/><circle cx="178" cy="190" r="7" fill="#22313a"/><circle cx="222" cy="190" r="7" fill="#22313a"/><path d="M168 234c20 14 44 14 64 0" stroke="{l}" stroke-width="8" stroke-linecap="round" fill="none"/>',
  shell:
    '<path d="M200 302c-70-8-110-62-98-112 16-42 60-62 98-62s82 20 98 62c12 50-28 104-98 112z" fill="{c}"/><path d="M200 296V136M188 294c-26-44-40-92-42-140M212 294c26-44 40-92 42-140M180 288c-38-30-58-66-66-102M220 288c38-30 58-66 66-102" stroke="{d}" stroke-width="6" stroke-linecap="round" fill="none"/>',
};

const mix = (colour, other, share) =>
  `#${[0, 2, 4]
    .map((at) => {
      const [one, two] = [colour, other].map((text) => Number.parseInt(text.slice(at, at + 2), 16));
      return Math.round(one * (1 - share) + two * share)
        .toString(16)
        .padStart(2, '0');
    })
    .join('')}`;

/** @returns a picture of 400 by 400 as SVG; of something round where the shape is none of these */
export function draw(shape, colour = '8fae7a') {
  const inks = { c: `#${colour}`, d: mix(colour, '2a2016', 0.3), l: mix(colour, 'ffffff', 0.45) };
  const thing = (SHAPES[shape] ?? SHAPES.round).replace(/\{([cdl])\}/g, (_, ink) => inks[ink]);
  const ground = mix(colour, 'fbf8f0', 0.86);
  const plate = mix(colour, 'ffffff', 0.94);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 400 400"><rect width="400" height="400" fill="${ground}"/><ellipse cx="200" cy="330" rx="120" ry="16" fill="#2a2016" fill-opacity=".08"/><circle cx="200" cy="206" r="150" fill="${plate}"/>${thing}</svg>`;
}
