/** Names the rule for an element that the server has rendered, until `EARLY` sets its style. */
const MARK = 'data-style';

const [ATTRIBUTE, MARKED] = [Buffer.from(' style="'), Buffer.from(` ${MARK}="`)];
const [OPENS, CLOSES] = ['<', '>'];

/**
 * A rule stands among others, where an attribute stood alone: a style with what could end the rule, or begin a string or a
 * comment that swallows others, stays an attribute, and without effect.
 */
const isContained = (style: string): boolean =>
  !/[&{}<>\\"'@\p{Cc}]|\/\*/u.test(style) && hasEvenBrackets(style);

function hasEvenBrackets(style: string): boolean {
  let depth = 0;
  for (const sign of style) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** `:not(#_)` counts as an id, so that the rule is about as strong as the attribute: modules of CSS name none. */
const ruleOf = (style: string): string => `[${MARK}="${style}"]:not(#_){${style}}`;

/** A part of a document. */
export interface Lifted {
  /** UTF-8. */
  html: Buffer;
  /** The styles that its marks stand for. */
  styles: readonly string[];
}

/** The rules for the styles of these parts, one for all elements that have the same. */
export const rulesOf = (parts: readonly Lifted[]): string =>
  [...new Set(parts.flatMap(({ styles }) => styles))].map(ruleOf).join('');

/**
 * Replaces the style attributes of rendered HTML, which the content policy forbids, by marks. In HTML as React and the
 * cleaner of articles write it, no value of an attribute holds an angle bracket.
 */
export function liftStyles(part: Buffer): Lifted {
  const styles = new Set<string>();
  const kept: Buffer[] = [];
  let start = 0;
  for (let at = part.indexOf(ATTRIBUTE); at !== -1; at = part.indexOf(ATTRIBUTE, at + 1)) {
    if (part.lastIndexOf(OPENS, at) <= part.lastIndexOf(CLOSES, at)) continue;
    const value = at + ATTRIBUTE.length;
    const style = part.toString('utf8', value, part.indexOf('"', value));
    if (!isContained(style)) continue;
    styles.add(style);
    kept.push(part.subarray(start, at), MARKED);
    start = value;
  }
  return { html: start === 0 ? part : Buffer.concat([...kept, part.subarray(start)]), styles: [...styles] };
}
