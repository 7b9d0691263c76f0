import { lateLoaded } from '#engine/ui/late/late.tsx';
import { pressedEarly } from './early.ts';

/** A control with a text: `value`, and `defaultValue` from the page's HTML. */
type TextControl = HTMLInputElement | HTMLTextAreaElement;

const CONTROLS = 'textarea, select, input';

/** ms after which what was entered is replayed although a late part is still on its way. */
const PATIENCE = 1000;

const CHECKABLE = new Set(['radio', 'checkbox']);

/** Sets the value past React, as the browser itself does. */
const setNativeValue = (control: TextControl, value: string): void => {
  const kind = control instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(control, value);
};

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const dispatch = (control: Element, type: 'input' | 'change'): void =>
  void control.dispatchEvent(new Event(type, { bubbles: true }));

/**
 * Replays a typed text, and what was typed on since: first sets the default through React's setter, so that React notices
 * the change to the value.
 */
function replayText(control: TextControl): (() => void) | null {
  const { value: typed, defaultValue: served } = control;
  if (typed === served) return null;
  return () => {
    const value = control.value === served ? typed : control.value;
    control.value = served;
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

const replayFiles = (control: HTMLInputElement): (() => void) | null =>
  control.files?.length ? () => dispatch(control, 'change') : null;

const replayOf = (control: Element): (() => void) | null => {
  if (control instanceof HTMLSelectElement) return replaySelection(control);
  if (control instanceof HTMLTextAreaElement) return replayText(control);
  if (!(control instanceof HTMLInputElement)) return null;
  if (control.type === 'file') return replayFiles(control);
  return CHECKABLE.has(control.type) ? replayChecked(control) : replayText(control);
};

/**
 * Replays input from before hydration as events: the browser restores typed values when a page is stepped back to or
 * reloaded, and fast readers type, choose files and press before the page is interactive. React gets no events of either,
 * so the page would show values that it does not send. To be called when hydration has begun.
 */
export async function restoreInput(root: Element): Promise<void> {
  const pressed = pressedEarly(window);
  const changed = [...root.querySelectorAll(CONTROLS)].flatMap((control) => {
    const replay = replayOf(control);
    return replay ? [{ control, take: replay }] : [];
  });
  /* React hydrates the part of the page that receives an event first. */
  for (const { control } of changed) dispatch(control, 'input');
  /* A part that is changed while its code is on its way is drawn anew, and what was entered there is lost. */
  if (changed.length > 0) await Promise.race([lateLoaded(), sleep(PATIENCE)]);
  for (const { control, take: replay } of changed) {
    dispatch(control, 'input');
    replay();
  }
  pressed?.click();
}
