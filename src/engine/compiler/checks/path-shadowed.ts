import { type Address, addressPointer } from '../graph/routes.ts';
import { expandOptional, shapeOf } from '../project/route-pattern.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'path-shadowed',
    severity: 'error',
    title: { zh: '被遮住的地址', en: 'Shadowed path' },
    description: {
      zh: '两个写法不同的地址会匹配同一个网址时（如 /a/:id 与 /a/:name，或 /a/:id? 与 /a），只有前一个能打开。',
      en: 'Where two patterns answer one URL (/a/:id and /a/:name, or /a/:id? and /a), only the first is ever shown.',
    },
    example: {
      file: 'config/pages/special.yaml',
      bad: `name: special
path: '/goods/:name'
blocks: []
`,
      good: `name: special
path: /goods/special
blocks: []
`,
    },
  },
  scope: 'whole',
  run({ routes, report }) {
    const first = new Map<string, Address>();
    const reported = new Set<Address>();
    for (const address of routes.addresses) {
      for (const variant of expandOptional(address.pattern)) {
        const shape = shapeOf(variant);
        const earlier = first.get(shape);
        if (earlier === undefined) first.set(shape, address);
        // The same text is reported by duplicate-path.
        if (
          earlier === undefined ||
          earlier.pattern === address.pattern ||
          earlier === address ||
          reported.has(address)
        )
          continue;
        reported.add(address);
        const url = `/${variant.join('/')}`;
        report(address.page.file, {
          at: { pointer: addressPointer(address) },
          message: {
            zh: `${url} 会先匹配 ${earlier.pattern}（${earlier.page.file}）`,
            en: `${url} is answered by ${earlier.pattern} (${earlier.page.file}) first`,
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
