import { pressedEarly } from './early.ts';

/** What stands in a control, and what stood there in the page's HTML. */
type TextControl = HTMLInputElement | HTMLTextAreaElement;

const CONTROLS = 'textarea, select, input:not([type=file])';
const CHECKABLE = new Set(['radio', 'checkbox']);

/** A setter that React does not notice, as the browser's own writing is not noticed. */
const setNativeValue = (control: TextControl, value: string): void => {
  const kind = control instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(control, value);
};

const dispatch = (control: Element, type: 'input' | 'change'): void =>
  void control.dispatchEvent(new Event(type, { bubbles: true }));

/** Says to React what stands in a text field; through the field's own setter React first learns what stood there. */
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
  /* Of radio buttons the one that is chosen speaks for all. */
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

const replayOf = (control: Element): (() => void) | null => {
  if (control instanceof HTMLSelectElement) return replaySelection(control);
  if (control instanceof HTMLTextAreaElement) return replayText(control);
  if (!(control instanceof HTMLInputElement)) return null;
  return CHECKABLE.has(control.type) ? replayChecked(control) : replayText(control);
};

/**
 * Makes what the reader has done to the server's HTML what the blocks know: the browser brings back what was typed when a
 * page is stepped back to or loaded again, and fast readers type and press before the page is alive; React hears of
 * neither, and the page would show what it does not send. To be called when hydration has begun.
 */
export function restoreInput(root: Element): void {
  const pressed = pressedEarly(window);
  const changed = [...root.querySelectorAll(CONTROLS)].flatMap((control) => {
    const replay = replayOf(control);
    return replay ? [{ control, take: replay }] : [];
  });
  for (const { control, take: replay } of changed) {
    /* React hydrates at once the part of the page where something is said. */
    dispatch(control, 'input');
    replay();
  }
  pressed?.click();
}
