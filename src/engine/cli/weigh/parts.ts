import { expandOptional, isParam, segments } from '#engine/compiler/project/route-pattern.ts';

/** The addresses of a shop's own pages that a page links to, without query. */
export const linksIn = (html: string): string[] =>
  Array.from(html.matchAll(/<a [^>]*?href="(\/[^"?#]*)/g), (match) => match[1] ?? '');

/** The pictures of a page, including those that a browser loads lazily. */
export function picturesIn(html: string): string[] {
  const pictures = Array.from(
    html.matchAll(/<img [^>]*>/g),
    ([tag]) => / src="(\/[^"]+)"/.exec(tag)?.[1] ?? '',
  );
  return [...new Set(pictures.filter((source) => source !== ''))].map((source) =>
    source.replaceAll('&amp;', '&'),
  );
}

/** The first link that matches a pattern. */
export function targetFor(pattern: string, links: Iterable<string>): string | undefined {
  const variants = expandOptional(pattern).toSorted((a, b) => b.length - a.length);
  for (const link of links) {
    const parts = segments(link);
    const fits = variants.some(
      (variant) =>
        variant.length === parts.length &&
        variant.every((segment, at) => isParam(segment) || segment === parts[at]),
    );
    if (fits) return link;
  }
  return undefined;
}
