import { beforeAll, describe, expect, it } from 'vitest';
import { loadAssortment } from '#server/modules/goods/seed/assortment.ts';
import { type MakerKind, makeMakers } from '#server/modules/goods/seed/makers.ts';
import { makeGood } from '#server/modules/goods/seed/product.ts';
import { packOf } from '#server/modules/pictures/packs/load-pack.ts';
import { packPicture } from '#server/modules/pictures/packs/pack.ts';
import type { PackInfo } from '#server/modules/pictures/packs/pack-info.ts';
import { backPanel, sidePanel } from '#server/modules/pictures/packs/panels.ts';
import { type Box, boxesOf, overlapOf } from './boxes.ts';

const GOODS = 3000;

/** What a screen does not show, px. */
const NOTHING = 0.6;

/** The packs of the demo data, without a database. */
async function seededPacks(): Promise<PackInfo[]> {
  const assortment = await loadAssortment();
  const { makers } = makeMakers(GOODS);
  const of = (kind: MakerKind) => makers.filter((maker) => maker.kind === kind);
  const makersByKind = {
    chemical: of('chemical'),
    patent: of('patent'),
    slices: of('slices'),
    device: of('device'),
  };
  const names = new Map(makers.map(({ id, name }) => [id, name]));
  return Array.from({ length: GOODS }, (_, index) => {
    const { goods } = makeGood(index, { assortment, makersByKind, now: 1_795_000_000 });
    return packOf({ ...goods, rx: goods.rx as PackInfo['rx'], maker: names.get(goods.maker_id) ?? '' });
  });
}

/** A plate carries the text that is drawn after it; pictures may lie on each other. */
const belongs = (one: Box, other: Box, next: boolean) =>
  (one.kind === 'plate' && next) || (one.kind !== 'text' && other.kind !== 'text');

const WHOLE = { left: 8, top: 8, right: 312, bottom: 312 };

/** How far a text reaches beyond the face that it is printed on: the smallest around its middle. */
function excessOf(text: Box, boxes: readonly Box[]): number {
  const [x, y] = [(text.left + text.right) / 2, (text.top + text.bottom) / 2];
  const faces = boxes.filter(
    ({ kind, left, top, right, bottom }) => kind === 'face' && left < x && x < right && top < y && y < bottom,
  );
  const sizeOf = ({ left, top, right, bottom }: typeof WHOLE) => (right - left) * (bottom - top);
  const face = faces.toSorted((one, other) => sizeOf(one) - sizeOf(other))[0] ?? WHOLE;
  return Math.max(
    face.left - text.left,
    face.top - text.top,
    text.right - face.right,
    text.bottom - face.bottom,
  );
}

/** What is wrong with a drawing, in words. */
function faultsOf(svg: string): string[] {
  const boxes = boxesOf(svg);
  const faults = boxes.flatMap((box) => {
    const beyond = box.kind === 'text' ? excessOf(box, boxes) : 0;
    return beyond > NOTHING ? [`${box.text} leaves the pack by ${beyond.toFixed(1)}`] : [];
  });
  const printed = boxes.filter(({ kind }) => kind !== 'face');
  for (const [index, one] of printed.entries())
    for (const [further, other] of printed.slice(index + 1).entries()) {
      const overlap = belongs(one, other, further === 0) ? 0 : overlapOf(one, other);
      if (overlap > NOTHING)
        faults.push(`${one.text || one.kind} meets ${other.text || other.kind} by ${overlap.toFixed(1)}`);
    }
  return faults;
}

describe('the packs of the 3,000 goods of the demo data', () => {
  let packs: PackInfo[];
  beforeAll(async () => {
    packs = await seededPacks();
  });

  it.each([
    ['front', packPicture],
    ['side', sidePanel],
    ['back', backPanel],
  ] as const)('no two texts of the %s overlap, and none leaves the pack', (_, draw) => {
    const faults = packs.flatMap((info) =>
      faultsOf(draw(info)).map(
        (fault) => `${info.name} ${info.spec} (${info.form}, ${info.layout % 5}): ${fault}`,
      ),
    );
    expect(faults.slice(0, 20)).toEqual([]);
    expect(packs.length).toBe(GOODS);
  });
});
