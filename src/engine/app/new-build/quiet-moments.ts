import type { createBrowserRouter } from 'react-router-dom';

/** When a reader has nothing to lose and is not in the middle of something. */
export interface QuietMoments {
  isQuiet: () => boolean;
  /** Subscribes to changes until the returned function is called. */
  subscribe: (onChange: () => void) => () => void;
}

/** ms between two looks at what no event tells of: a dialog that opens. */
const LOOK = 500;

const DIALOG = 'dialog[open], [role=dialog], [role=alertdialog]';
/** px of a window that has room beside a form. */
const ROOMY = 768;
const FORM = 'main form, main textarea';
const CONTROL = 'input, textarea, select, [contenteditable]';

/**
 * A form that was filled in holds its input until its page is left, whether it was sent or not: what a block does with it
 * cannot be seen from here.
 */
export function createQuietMoments(
  document: Document,
  router: Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>,
): QuietMoments {
  let holdsInput = false;
  let path = router.state.location.pathname;
  document.addEventListener('input', () => {
    holdsInput = true;
  });
  router.subscribe(({ location }) => {
    if (location.pathname === path) return;
    path = location.pathname;
    holdsInput = false;
  });
  return {
    isQuiet: () =>
      !holdsInput &&
      router.state.navigation.state === 'idle' &&
      document.querySelector(DIALOG) === null &&
      !(document.documentElement.clientWidth < ROOMY && document.querySelector(FORM) !== null) &&
      document.activeElement?.matches(CONTROL) !== true,
    subscribe(onChange) {
      const timer = setInterval(onChange, LOOK);
      return () => clearInterval(timer);
    },
  };
}
