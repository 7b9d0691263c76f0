declare global {
  interface Window {
    /** What `EARLY` has recorded; it ends when the page's own script takes over. */
    early?: { pressed: HTMLElement | null; at: number; stop: () => void };
  }
}

/**
 * Runs inside the HTML, before the page's modules are loaded: it records the last press of a button, which has no listener
 * yet, and keeps the browser from submitting a form. At its end it turns the rules of `liftStyles` back into the styles that
 * React has rendered and will change: a script may set them where the content policy forbids the attribute. It goes by the
 * rules, which the policy names, so that a mark in foreign markup brings no style of its own. A text and not a function, so that its hash in the content policy
 * does not depend on who compiled it.
 */
export const EARLY = `(() => {
  const end = new AbortController();
  const options = { capture: true, signal: end.signal };
  const stop = () => {
    end.abort();
    for (const { sheet } of document.querySelectorAll('style'))
      for (const { selectorText, style } of sheet?.cssRules ?? [])
        if (selectorText?.startsWith('[data-style='))
          for (const element of document.querySelectorAll(selectorText)) {
            element.style.cssText = style.cssText;
            element.removeAttribute('data-style');
          }
  };
  const early = { pressed: null, at: 0, stop };
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('button,[role=button]');
    if (button) Object.assign(early, { pressed: button, at: performance.now() });
  }, options);
  addEventListener('submit', (event) => event.preventDefault(), options);
  window.early = early;
})()`;

/** ms after which a press is no longer replayed. */
const PRESS_EXPIRES = 10_000;

/** The button that was pressed before hydration, to be pressed again. */
export function pressedEarly({ early }: Window): HTMLElement | null {
  return early && performance.now() - early.at < PRESS_EXPIRES ? early.pressed : null;
}
