/** Pixels kept free around the panel. */
const GAP = 4;

/** Puts an open popover below what it belongs to, or above where there is no room; never beyond the window's edge. */
export function placeBelow(panel: HTMLElement | null, below: Element | null): void {
  if (!panel || !below) return;
  const at = below.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const fitsBelow = at.bottom + GAP + height <= innerHeight || at.top < height + GAP;
  const top = fitsBelow ? at.bottom + GAP : at.top - GAP - height;
  const left = Math.max(GAP, Math.min(at.left, document.documentElement.clientWidth - width - GAP));
  panel.style.top = `${top + scrollY}px`;
  panel.style.left = `${left + scrollX}px`;
}
