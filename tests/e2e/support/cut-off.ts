import type { Page } from 'playwright-core';

/**
 * Text that a reader cannot see all of: what is beyond the window's side, beyond a part that cuts off what sticks out, or
 * beyond the button that it names. What ends in an ellipsis by design, is scrolled to, or is there for screen readers alone
 * is not meant.
 */
export const cutOffOn = (page: Page): Promise<string[]> => page.evaluate(cutOff);

/** Runs in the page. */
function cutOff(): string[] {
  /** px that the shapes of letters may stick out. */
  const SLACK = 3;
  const root = document.documentElement;
  const wider = root.scrollWidth - root.clientWidth;
  const found = wider > 0 ? [`is ${wider} px wider than the window`] : [];

  const isMeant = (part: Element, style: CSSStyleDeclaration) =>
    style.textOverflow === 'ellipsis' ||
    style.webkitLineClamp !== 'none' ||
    style.clipPath !== 'none' ||
    part.matches('[aria-hidden=true], [inert], svg, [aria-roledescription=carousel]');

  /** How far a text sticks out of a part, px. */
  function excess(text: DOMRect, part: Element, style: CSSStyleDeclaration): number {
    const box = part.getBoundingClientRect();
    const isCut = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    const isBox = part.matches('button, [role=button], [role=tab], input, select');
    const across =
      isBox || isCut(style.overflowX) ? Math.max(text.right - box.right, box.left - text.left) : 0;
    const down = isBox || isCut(style.overflowY) ? Math.max(text.bottom - box.bottom, box.top - text.top) : 0;
    return Math.max(across, down);
  }

  function faultOf(node: Node): string | undefined {
    const range = document.createRange();
    range.selectNodeContents(node);
    const outer = range.getBoundingClientRect();
    if (outer.width === 0) return undefined;
    let fault: string | undefined;
    for (let part = node.parentElement; part && part !== document.body; part = part.parentElement) {
      const style = getComputedStyle(part);
      if (isMeant(part, style) || style.visibility === 'hidden' || style.opacity === '0') return undefined;
      if (/auto|scroll/.test(style.overflowX + style.overflowY) && part !== root) return fault;
      const by = Math.round(excess(outer, part, style));
      if (by > SLACK) fault ??= `${by} px beyond ${part.localName}.${part.className}`;
    }
    return fault;
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const fault = text && faultOf(node);
    if (fault) found.push(`“${text.slice(0, 20)}” sticks out ${fault}`);
  }
  return [...new Set(found)];
}
