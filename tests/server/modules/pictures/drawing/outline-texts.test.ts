import { describe, expect, it } from 'vitest';
import { outlineTexts } from '#server/modules/pictures/drawing/outline-texts.ts';
import { drawing, line } from '#server/modules/pictures/drawing/svg.ts';

const drawn = (...texts: string[]) => drawing(100, 100, '图', texts.join(''));

/** Where the groups of glyphs stand, and how many each has. */
function groupsOf(svg: string | null) {
  return [...(svg ?? '').matchAll(/<g transform="translate\(([\d.-]+) ([\d.-]+)\)"[^>]*>(.*?)<\/g>/g)].map(
    ([, x, y, glyphs]) => ({ x: Number(x), y: Number(y), glyphs: glyphs?.match(/<path /g)?.length ?? 0 }),
  );
}

describe('the texts of a drawing', () => {
  it('become outlines, one for each character that has any', async () => {
    const svg = await outlineTexts(drawn(line('阿莫 A1', 10, 20, { size: 10, fill: '#123456' })));
    expect(svg).not.toContain('<text');
    expect(svg).toContain('fill="#123456"');
    expect(groupsOf(svg)).toEqual([{ x: 10, y: 20, glyphs: 4 }]);
  });

  it('stand where they are anchored', async () => {
    const at = (anchor: 'start' | 'middle' | 'end') =>
      line('中文', 50, 20, { size: 10, fill: '#000', anchor });
    const svg = await outlineTexts(drawn(at('start'), at('middle'), at('end')));
    // Each of the two characters is as wide as it is high.
    expect(groupsOf(svg).map(({ x }) => x)).toEqual([50, 40, 30]);
  });

  it('are wider with space between their letters, and bold in bold', async () => {
    const spaced = line('中文', 50, 20, { size: 10, fill: '#000', anchor: 'end', spacing: 2 });
    expect(groupsOf(await outlineTexts(drawn(spaced)))[0]?.x).toBe(26);
    const [light, bold] = await Promise.all(
      [400, 700].map((weight) => outlineTexts(drawn(line('中', 0, 0, { size: 10, fill: '#000', weight })))),
    );
    expect(light).not.toBe(bold);
  });

  it('are read as they were meant: no markup of a name becomes markup', async () => {
    const svg = await outlineTexts(drawn(line('<b>&', 0, 0, { size: 10, fill: '#000' })));
    expect(groupsOf(svg)[0]?.glyphs).toBe(4);
  });

  it('are left alone where the font lacks a character', async () => {
    expect(await outlineTexts(drawn(line('药\u{10FFFD}', 0, 0, { size: 10, fill: '#000' })))).toBeNull();
    expect(await outlineTexts(drawn(line('50μg', 0, 0, { size: 10, fill: '#000' })))).not.toBeNull();
  });
});
