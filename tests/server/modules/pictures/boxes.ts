import { widthOf } from '#server/modules/pictures/drawing/svg.ts';
import { ASCENT, DESCENT } from '#server/modules/pictures/drawing/text-fit.ts';

/** A rectangle of a drawing: a line of letters, the plate under one, a picture that hides what is beneath, a face of the pack. */
export interface Box {
  kind: 'text' | 'plate' | 'art' | 'face';
  text: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** x' = a x + c y + e, y' = b x + d y + f */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

const ONE: Matrix = [1, 0, 0, 1, 0, 0];

const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];

function matrixOf(transform: string): Matrix {
  let matrix = ONE;
  for (const [, name, given = ''] of transform.matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [x = 0, y] = given.split(/[ ,]+/).map(Number);
    const turn = (x * Math.PI) / 180;
    const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
    if (name === 'translate') matrix = times(matrix, [1, 0, 0, 1, x, y ?? 0]);
    else if (name === 'scale') matrix = times(matrix, [x, 0, 0, y ?? x, 0, 0]);
    else matrix = times(matrix, [cos, sin, -sin, cos, 0, 0]);
  }
  return matrix;
}

function boxOf(matrix: Matrix, kind: Box['kind'], text: string, sides: readonly number[]): Box {
  const [left = 0, top = 0, right = 0, bottom = 0] = sides;
  const [a, b, c, d, e, f] = matrix;
  const corners = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ].map(([x = 0, y = 0]) => [a * x + c * y + e, b * x + d * y + f]);
  const xs = corners.map(([x = 0]) => x);
  const ys = corners.map(([, y = 0]) => y);
  return {
    kind,
    text,
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
}

/** A strip of tablets leans by this much; nothing else does. */
const STRIP = 'rotate(-7)';

/** An emblem is drawn in a square of 100 that is made smaller. */
const EMBLEM = /^translate\([^)]*\) scale\(0?\.\d+\)$/;

/** No plate is as high as that, px. */
const FACE = 40;

/** Everything of a pack's drawing that must not cover anything else of it, in the units of the whole picture. */
export function boxesOf(svg: string): Box[] {
  const boxes: Box[] = [];
  const stack: Matrix[] = [ONE];
  let depthOfArt = Number.POSITIVE_INFINITY;
  for (const [, closing, tag, attributes = '', content = ''] of svg.matchAll(
    /<(\/?)(g|svg|text|rect)\b([^>]*)>(?:([^<]*)<\/text>)?/g,
  )) {
    const value = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(` ${attributes}`)?.[1] ?? '';
    const number = (name: string) => Number(value(name) || 0);
    const here = stack.at(-1) ?? ONE;
    if (closing) {
      stack.pop();
      if (stack.length < depthOfArt) depthOfArt = Number.POSITIVE_INFINITY;
    } else if (tag === 'g' || tag === 'svg') {
      const transform = value('transform');
      const inner =
        tag === 'g' ? times(here, matrixOf(transform)) : times(here, [1, 0, 0, 1, number('x'), number('y')]);
      const sides = transform.includes(STRIP)
        ? [0, 0, 112, 52]
        : EMBLEM.test(transform)
          ? [-45, -45, 45, 45]
          : null;
      /* The first scaled group is the pack itself. */
      if (sides && stack.length > 2 && stack.length < depthOfArt) {
        boxes.push(boxOf(inner, 'art', '', sides));
        depthOfArt = stack.length + 1;
      }
      if (tag === 'svg' && stack.length > 1)
        boxes.push(boxOf(inner, 'face', '', [0, 0, number('width'), number('height')]));
      stack.push(inner);
    } else if (stack.length >= depthOfArt) continue;
    else if (tag === 'text') {
      const [x, y, size] = [number('x'), number('y'), number('font-size')];
      const text = content.replaceAll(/&#\d+;/g, '&');
      const width = widthOf(text) * size + (Array.from(text).length - 1) * number('letter-spacing');
      const anchor = value('text-anchor');
      const left = x - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0);
      boxes.push(boxOf(here, 'text', text, [left, y - ASCENT * size, left + width, y + DESCENT * size]));
    } else {
      const [x, y, height] = [number('x'), number('y'), number('height')];
      const kind = height >= FACE ? 'face' : height === 19 || height === 14 ? 'plate' : null;
      if (kind) boxes.push(boxOf(here, kind, '', [x, y, x + number('width'), y + height]));
    }
  }
  return boxes;
}

/** How far two boxes reach into each other, in pixels; 0 when they do not. */
export function overlapOf(one: Box, other: Box): number {
  const x = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const y = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, Math.min(x, y));
}
