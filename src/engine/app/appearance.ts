/**
 * Runs inside the HTML, before anything is painted: puts how the reader wants the pages on the root element, where the
 * design tokens look (`data-theme`, `data-density`). It is kept in this browser alone, so that the HTML is the same for
 * every reader. The block `appearance` writes it and dispatches `appearance`; other tabs follow by `storage`.
 */
export const APPEARANCE = `(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let kept = {};
    try {
      kept = JSON.parse(localStorage.getItem('appearance')) ?? {};
    } catch {}
    const { theme = 'light', density = 'normal' } = kept;
    const { dataset } = document.documentElement;
    dataset.theme = theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme;
    dataset.density = density;
  };
  apply();
  dark.addEventListener('change', apply);
  addEventListener('storage', apply);
  addEventListener('appearance', apply);
})()`;
