import type { SeenPage } from './examine.ts';

/** Longest piece of an element that is shown. */
const SHOWN = 160;

/** What was found on a page, a line each; none on one that was seen and breaks nothing. */
export function linesOf({ page, path, reader, breaches, fault }: SeenPage): string[] {
  const lines = breaches.map(
    ({ rule, target, html, looks }) =>
      `  ${rule} [${looks.join(', ')}]\n    ${target}\n    ${html.replaceAll(/\s+/g, ' ').slice(0, SHOWN)}`,
  );
  if (fault !== undefined) lines.push(`  没有看到 / not seen: ${fault}`);
  return lines.length === 0 ? [] : [`${page} ${path} (${reader})`, ...lines];
}

/** The figures of a run: how many pages were seen in each look, and how many places break which rule. */
export function summaryOf(seen: readonly SeenPage[]): string[] {
  const breaches = seen.flatMap((page) => page.breaches);
  const looks = Map.groupBy(
    seen.flatMap((page) => page.looks),
    (look) => look,
  );
  const rules = Map.groupBy(breaches, ({ rule }) => rule);
  return [
    ...Array.from(looks, ([look, pages]) => {
      const broken = seen.filter((page) => page.breaches.some((breach) => breach.looks.includes(look)));
      return `${look.padEnd(20)} ${pages.length} 页 / pages, ${broken.length} 页有问题 / with violations`;
    }),
    ...seen.flatMap(({ page, path, reader, ledTo }) =>
      ledTo === undefined ? [] : `${page} ${path} (${reader}) 转到 / leads to ${ledTo}`,
    ),
    ...Array.from(rules, ([rule, places]) => `${rule.padEnd(20)} ${places.length} 处 / places`),
  ];
}
