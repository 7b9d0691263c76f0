declare global {
  interface Window {
    /** What `EARLY` has recorded. */
    early?: { pressed: HTMLElement | null; at: number; stop: () => void };
  }
}

/**
 * Runs inside the HTML, before the page's modules are loaded: it records the last press of a button, which has no listener
 * yet, and keeps the browser from submitting a form. A text and not a function, so that its hash in the content policy
 * does not depend on who compiled it.
 */
export const EARLY = `(() => {
  const end = new AbortController();
  const options = { capture: true, signal: end.signal };
  const early = { pressed: null, at: 0, stop: () => end.abort() };
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
