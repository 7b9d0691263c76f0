const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';
const DIALOG = 'dialog, [role=dialog], [role=alertdialog]';

/** A place in the document: a part, and how many others stand before what was in it. */
interface Position {
  part: Element;
  index: number;
}

/** What has the focus, with where it is. */
interface Focused {
  element: Element;
  /** The innermost first. */
  positions: readonly Position[];
  dialog: Element | null;
  /** What had the focus before that dialog took it. */
  opener: Focused | undefined;
  /** The focus has gone to nothing by itself, as into the bars of the browser. */
  isLeft: boolean;
}

let focused: Focused | undefined;

function positionsOf(element: Element): Position[] {
  const positions: Position[] = [];
  for (let child = element; child.parentElement; child = child.parentElement) {
    const part = child.parentElement;
    positions.push({ part, index: Array.prototype.indexOf.call(part.children, child) });
  }
  return positions;
}

function remember(element: EventTarget | null): void {
  if (!(element instanceof Element) || element === document.body) return;
  const dialog = element.closest(DIALOG);
  const opener = focused?.dialog === dialog ? focused?.opener : focused;
  focused = {
    element,
    positions: positionsOf(element),
    dialog,
    opener: dialog ? opener : undefined,
    isLeft: false,
  };
}

/** Whoever leaves by themselves is not brought back. */
function forget({ target, relatedTarget }: FocusEvent): void {
  if (relatedTarget !== null) return;
  queueMicrotask(() => {
    if (focused?.element === target && focused.element.isConnected) focused.isLeft = true;
  });
}

const isOpen = (dialog: Element): boolean =>
  dialog.isConnected && (!(dialog instanceof HTMLDialogElement) || dialog.open);

const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });

/** The first that can take the focus in what now stands at a place, or in what stands before it. */
function nextAt({ part, index }: Position): Element | undefined {
  for (const child of [part.children[index], part.children[index - 1]]) {
    if (child === undefined) continue;
    const inside = [child, ...child.querySelectorAll(FOCUSABLE)];
    const found = inside.find((element) => element.matches(FOCUSABLE) && isShown(element));
    if (found) return found;
  }
  return undefined;
}

/** What is to have the focus in the place of what is gone: what opened the dialog that it was in, or what stands there now. */
function successorOf({ element, positions, dialog, opener }: Focused): Element | null | undefined {
  if (element.isConnected) return element;
  if (opener && dialog && !isOpen(dialog)) return successorOf(opener);
  const left = positions.filter(({ part }) => part.isConnected && part !== document.body);
  return left.map(nextAt).find((found) => found !== undefined) ?? document.getElementById('main');
}

/** What had the focus is gone, and nothing else has taken it. */
const isLost = (): boolean =>
  focused !== undefined &&
  !focused.isLeft &&
  !focused.element.isConnected &&
  document.activeElement === document.body;

function restore(): void {
  const next = focused && isLost() && successorOf(focused);
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

/** Whoever closes a dialog or leads to another page puts the focus where it belongs by then. */
const afterOthers = (): void => {
  if (isLost()) requestAnimationFrame(() => requestAnimationFrame(restore));
};

/**
 * From now on, when what has the focus is taken away, the focus goes on at what opened the dialog that it was in, or at the
 * next part of its list: a screen reader would begin at the top of the page.
 */
export function keepFocus(): void {
  remember(document.activeElement);
  document.addEventListener('focusin', ({ target }) => remember(target));
  document.addEventListener('focusout', forget);
  new MutationObserver(afterOthers).observe(document.body, { childList: true, subtree: true });
}
