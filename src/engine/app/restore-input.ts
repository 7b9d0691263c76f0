import { isLateLoading, lateLoaded } from '#engine/ui/late/late.tsx';
import { pressedEarly } from './early.ts';

/** A control with a text: `value`, and `defaultValue` from the page's HTML. */
type TextControl = HTMLInputElement | HTMLTextAreaElement;

const CONTROLS = 'textarea, select, input';

/** ms that the replay waits for late parts at most. */
const LONGEST_WAIT = 1000;

const CHECKABLE = new Set(['radio', 'checkbox']);

/** Sets the value past React, as the browser itself does. */
const setNativeValue = (control: TextControl, value: string): void => {
  const kind = control instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(control, value);
};

const dispatch = (control: Element, type: 'input' | 'change'): void =>
  void control.dispatchEvent(new Event(type, { bubbles: true }));

/** Replays a typed text: first sets the default through React's setter, so that React notices the change to the value. */
function replayText(control: TextControl): (() => void) | null {
  const { value, defaultValue } = control;
  if (value === defaultValue) return null;
  return () => {
    control.value = defaultValue;
    setNativeValue(control, value);
    dispatch(control, 'input');
  };
}

function replayChecked(control: HTMLInputElement): (() => void) | null {
  const { checked, defaultChecked } = control;
  /* Of a radio group only the chosen button is replayed. */
  if (checked === defaultChecked || (control.type === 'radio' && !checked)) return null;
  return () => {
    control.checked = defaultChecked;
    control.click();
  };
}

function replaySelection(control: HTMLSelectElement): (() => void) | null {
  const options = [...control.options];
  const first = options.find(({ defaultSelected }) => defaultSelected) ?? options[0];
  const { value } = control;
  if (!first || value === first.value) return null;
  return () => {
    control.value = value;
    dispatch(control, 'change');
  };
}

const hasFiles = (control: Element): boolean =>
  control instanceof HTMLInputElement && (control.files?.length ?? 0) > 0;

const replayOf = (control: Element): (() => void) | null => {
  if (control instanceof HTMLSelectElement) return replaySelection(control);
  if (control instanceof HTMLTextAreaElement) return replayText(control);
  if (!(control instanceof HTMLInputElement)) return null;
  if (control.type === 'file') return hasFiles(control) ? () => dispatch(control, 'change') : null;
  return CHECKABLE.has(control.type) ? replayChecked(control) : replayText(control);
};

/** Waits for the code of late parts, for a second at most. @returns what the reader has entered or pressed in the meantime */
async function waitForLateParts(root: Element): Promise<ReadonlySet<EventTarget>> {
  const used = new Set<EventTarget>();
  const end = new AbortController();
  const note = ({ isTrusted, target }: Event) => void (isTrusted && target && used.add(target));
  for (const type of ['input', 'change', 'click'])
    root.addEventListener(type, note, { capture: true, signal: end.signal });
  await Promise.race([lateLoaded(), new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT))]);
  end.abort();
  return used;
}

/**
 * Replays input from before hydration as events: the browser restores typed values when a page is stepped back to or
 * reloaded, and fast readers type, choose files and press before the page is interactive. React gets no events of either,
 * so the page would show values that it does not send. To be called when hydration has begun. All is replayed at once,
 * unless a file was chosen while a part of the page is still loading: a change around such a part has React draw it anew,
 * and the file would be lost.
 */
export async function restoreInput(root: Element): Promise<void> {
  const pressed = pressedEarly(window);
  const changed = [...root.querySelectorAll(CONTROLS)].flatMap((control) => {
    const replay = replayOf(control);
    return replay ? [{ control, take: replay }] : [];
  });
  /* React hydrates the part of the page that receives an event first. */
  for (const { control } of changed) dispatch(control, 'input');
  const used =
    changed.some(({ control }) => hasFiles(control)) && isLateLoading()
      ? await waitForLateParts(root)
      : new Set<EventTarget>();
  for (const { control, take: replay } of changed) {
    if (used.has(control)) continue;
    dispatch(control, 'input');
    replay();
  }
  if (used.size === 0) pressed?.click();
}
