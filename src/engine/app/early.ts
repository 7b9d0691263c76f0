declare global {
  interface Window {
    /** What `EARLY` has seen. */
    early?: { pressed: HTMLElement | null; at: number; stop: () => void };
  }
}

/**
 * Runs inside the HTML, before the page's modules are here: it remembers the last press of a button, which nobody hears
 * yet, and keeps a form from being sent as an address. A text and not a function, so that its hash in the content policy
 * does not depend on who compiled it.
 */
export const EARLY = `(() => {
  const end = new AbortController();
  const hear = { capture: true, signal: end.signal };
  const early = { pressed: null, at: 0, stop: () => end.abort() };
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('button,[role=button]');
    if (button) Object.assign(early, { pressed: button, at: performance.now() });
  }, hear);
  addEventListener('submit', (event) => event.preventDefault(), hear);
  window.early = early;
})()`;

/** ms after which nobody expects anything of a press any more. */
const PRESS_EXPIRES = 10_000;

/** The button that was pressed too early, to be pressed once more. */
export function pressedEarly({ early }: Window): HTMLElement | null {
  return early && performance.now() - early.at < PRESS_EXPIRES ? early.pressed : null;
}
