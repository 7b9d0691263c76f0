import { drawing, line } from './drawing/svg.ts';

const MARKS: readonly ((tone: string) => string)[] = [
  (tone) =>
    `<path d="M-17 8A17 17 0 0 1 17 8z" fill="${tone}"/><circle cy="-7" r="7" fill="${tone}" opacity=".45"/>`,
  (tone) => `<path d="M0-19L17 11H-17z" fill="${tone}"/><path d="M0-19L17 11H0z" fill="#fff" opacity=".28"/>`,
  (tone) =>
    `<rect x="-16" y="-16" width="32" height="32" rx="9" fill="${tone}"/><path d="M-4-10h8v6h6v8H4v6h-8V4h-6v-8h6z" fill="#fff"/>`,
  (tone) =>
    `<path d="M-16 14C-16-8-2-18 16-18 16 4 4 14-16 14z" fill="${tone}"/><path d="M-12 11L6-8" stroke="#fff" stroke-width="2.500" stroke-linecap="round"/>`,
  (tone) =>
    `<circle r="17" fill="${tone}"/><path d="M-17 0a17 17 0 0 0 34 0c-8 7-14-7-21 0-5 5-9 4-13 0z" fill="#fff" opacity=".4"/>`,
  (tone) =>
    `<path d="M0-19l16 9.500v19L0 19l-16-9.500v-19z" fill="${tone}"/><path d="M0-8l7 4v8l-7 4-7-4v-8z" fill="#fff"/>`,
];

/** Drawn logo of a brand: a simple mark and its name, 200 by 80. */
export function brandPicture({ id, name, hue }: { id: number; name: string; hue: number }): string {
  const tone = `hsl(${hue} 48% 38%)`;
  const mark = MARKS[id % MARKS.length] ?? MARKS[0];
  return drawing(
    200,
    80,
    name,
    `<g transform="translate(54 40)">${mark?.(tone) ?? ''}</g>${line(name, 84, 49, { size: 27, fill: `hsl(${hue} 42% 26%)`, weight: 700, spacing: 3 })}`,
  );
}
