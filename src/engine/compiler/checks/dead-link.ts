import type { Declared } from '../finding.ts';
import { type Address, addressPointer } from '../graph/routes.ts';
import { mentionsAddress, partialTextsOf } from '../project/partial-files.ts';
import { expandOptional, filled, segments } from '../project/route-pattern.ts';
import { intendedName, nearest } from '../similar-names.ts';
import { suggestion } from '../validate/describe.ts';
import type { Check } from './check.ts';

const NEW_PAGE = {
  zh: '改成已有的地址，或在 config/pages 新建这个页面。',
  en: 'Use an existing path, or add the page to config/pages.',
};

export default {
  meta: {
    code: 'dead-link',
    severity: 'error',
    title: { zh: '没有的页面', en: 'Link to no page' },
    description: {
      zh: '链接、跳转与动作 go 指向的站内地址必须有页面，否则买家看到的是 404。',
      en: 'A path that a link, redirect or go names must have a page, or buyers end at 404.',
    },
    example: {
      bad: `blocks:
  - block: buttons
    items: [{ text: 登录, to: /loign }]
`,
      good: `blocks:
  - block: buttons
    items: [{ text: 登录, to: /login }]
`,
    },
  },
  scope: 'whole',
  run({ facts, routes, files, report }) {
    // An invalid address of a page may have been this one: that is reported there.
    if (routes.pages.some(({ isUnclear }) => isUnclear === true)) return;
    const partialTexts = partialTextsOf(files);
    const dead = facts.flatMap(({ links }) =>
      links.filter(({ path }) => routes.match(path) === undefined && !mentionsAddress(partialTexts, path)),
    );
    if (dead.length === 0) return;
    const variants = routes.addresses.flatMap(({ pattern }) => expandOptional(pattern));
    for (const { file, pointer, text, path } of dead) {
      const known = variants.map((variant) => filled(variant, segments(path)));
      const replacement = intendedName(path, known);
      report(file, {
        at: { pointer, within: text.replace(/[?#].*$/, '') },
        message: { zh: `没有地址为 ${path} 的页面`, en: `no page has the address ${path}` },
        hint: nearest(path, known).length > 0 ? suggestion(path, known) : NEW_PAGE,
        ...(replacement !== undefined && { replacement }),
        lookup: { name: path, declared: () => routes.addresses.map(declaredOf) },
      });
    }
  },
} satisfies Check as Check;

const declaredOf = (address: Address): Declared => ({
  name: address.pattern,
  file: address.page.file,
  pointer: addressPointer(address),
  part: 'value',
});
