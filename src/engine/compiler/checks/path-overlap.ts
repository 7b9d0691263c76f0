import { type Address, addressPointer } from '../graph/routes.ts';
import { expandOptional, isParam, isSplat, score, shapeOf } from '../project/route-pattern.ts';
import type { Check } from './check.ts';

interface Variant {
  address: Address;
  segments: readonly string[];
}

export default {
  meta: {
    code: 'path-overlap',
    severity: 'warning',
    title: { zh: '部分重叠的地址', en: 'Overlapping paths' },
    description: {
      zh: '两个地址都能匹配一部分网址、又分不出谁更具体时（如 /a/:x/c 与 /a/b/:y 都匹配 /a/b/c），由文件的先后决定打开哪个，改名或移动文件就会变。',
      en: 'Where two patterns answer some of the same URLs and neither is the more specific (/a/:x/c and /a/b/:y both answer /a/b/c), the order of files decides, and moving one changes it.',
    },
    example: {
      file: 'config/pages/far.yaml',
      bad: `name: far
children:
  - { name: one, path: '/far/:x/c', blocks: [] }
  - { name: two, path: '/far/b/:y', blocks: [] }
`,
      good: `name: far
children:
  - { name: one, path: '/far/:x/c', blocks: [] }
  - { name: two, path: '/near/b/:y', blocks: [] }
`,
    },
  },
  scope: 'whole',
  run({ routes, report }) {
    // Only variants with both a parameter and a static segment can overlap without one being more specific.
    const mixed = routes.addresses.flatMap((address) =>
      expandOptional(address.pattern)
        .filter((segments) => segments.some(isParam))
        .map((segments): Variant => ({ address, segments })),
    );
    const reported = new Set<Address>();
    for (const rivals of Map.groupBy(mixed, ({ segments }) => score(segments)).values()) {
      for (const [index, later] of rivals.entries()) {
        const earlier = rivals
          .slice(0, index)
          .find((one) => one.address !== later.address && meet(one, later));
        if (earlier === undefined || reported.has(later.address)) continue;
        reported.add(later.address);
        const url = `/${common(earlier.segments, later.segments).join('/')}`;
        report(later.address.page.file, {
          at: { pointer: addressPointer(later.address) },
          message: {
            zh: `${url} 也匹配 ${earlier.address.pattern}（${earlier.address.page.file}），打开哪个只看先后`,
            en: `${url} also fits ${earlier.address.pattern} (${earlier.address.page.file}); only their order decides`,
          },
          hint: {
            zh: '改其中一个地址，使同一个网址只有一种可能。',
            en: 'Change one of the paths so that a URL has one meaning.',
          },
        });
      }
    }
  },
} satisfies Check as Check;

/** Do two variants of the same rank match the same URL? Those of the same shape are reported by path-shadowed. */
function meet({ segments: a }: Variant, { segments: b }: Variant): boolean {
  if (shapeOf(a) === shapeOf(b)) return false;
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [one = '', two = ''] = [a[at], b[at]];
    if (isSplat(one) || isSplat(two)) return true;
    if (!isParam(one) && !isParam(two) && one.toLowerCase() !== two.toLowerCase()) return false;
  }
  return (
    a.length === b.length ||
    [a, b].some((variant) => variant.length === length + 1 && isSplat(variant[length] ?? ''))
  );
}

/** A URL that both match. */
function common(a: readonly string[], b: readonly string[]): string[] {
  const longest = a.length >= b.length ? a : b;
  return longest.map((_, at) => [a[at], b[at]].find((one) => one !== undefined && !isParam(one)) ?? 'x');
}
