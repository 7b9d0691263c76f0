import { type Atom, atom, type createStore } from 'jotai/vanilla';
import type { AlertText, Notices, ToastText } from './effects.ts';

/** A toast on the screen. The renderer decides how long it stays. */
export interface Notice extends ToastText {
  id: number;
}

/** A dialog that waits for the reader; an alert has no `cancel`. */
export interface Dialog {
  id: number;
  title: string;
  message: string;
  accept: string;
  cancel: string | null;
}

type QueuedDialog = Dialog & { answer: (accepted: boolean) => void; answered: Promise<boolean> };

const toastsAtom = atom<readonly Notice[]>([]);
const queueAtom = atom<readonly QueuedDialog[]>([]);
/** Ids of the open blocks, each with the item that it was opened with. */
const openBlocksAtom = atom<ReadonlyMap<string, unknown>>(new Map<string, unknown>());

/** Toasts on the screen, the newest last. */
export const noticesAtom: Atom<readonly Notice[]> = atom((get) => get(toastsAtom));

/** Takes a toast away. */
export const dismissAtom = atom(null, (get, set, id: number) => {
  set(
    toastsAtom,
    get(toastsAtom).filter((notice) => notice.id !== id),
  );
});

/** The dialog to show now; the next one follows when it is answered. */
export const dialogAtom: Atom<Dialog | null> = atom((get) => get(queueAtom)[0] ?? null);

/** Answers the dialog that is shown: accepted, or cancelled and closed. */
export const answerDialogAtom = atom(null, (get, set, accepted: boolean) => {
  const [shown, ...rest] = get(queueAtom);
  set(queueAtom, rest);
  shown?.answer(accepted);
});

/** Those that `openAtom` has given, by id. */
export const openAtoms = new Map<string, Atom<boolean>>();

/** Whether the block with this `id` (a dialog, a drawer) is open. Ids come from the config, so there are few. */
export function openAtom(id: string): Atom<boolean> {
  const known = openAtoms.get(id);
  if (known) return known;
  const made = atom((get) => get(openBlocksAtom).has(id));
  openAtoms.set(id, made);
  return made;
}

const itemAtoms = new Map<string, Atom<unknown>>();

/** The item that the open block with this `id` was opened with. */
export function itemAtom(id: string): Atom<unknown> {
  const known = itemAtoms.get(id);
  if (known) return known;
  const made = atom((get) => get(openBlocksAtom).get(id));
  itemAtoms.set(id, made);
  return made;
}

/** Closes everything that is open; on leaving a page. */
export const closeAllAtom = atom(null, (get, set) => {
  if (get(openBlocksAtom).size > 0) set(openBlocksAtom, new Map<string, unknown>());
});

function sameDialog(a: Omit<Dialog, 'id'>, b: Omit<Dialog, 'id'>): boolean {
  return a.title === b.title && a.message === b.message && a.accept === b.accept && a.cancel === b.cancel;
}

/** Notices as atoms of a store. A toast or dialog that is already there is not added again. */
export function createNotices(store: ReturnType<typeof createStore>): Notices {
  let last = 0;

  function openDialog(dialog: Omit<Dialog, 'id'>, signal?: AbortSignal): Promise<boolean> {
    const queue = store.get(queueAtom);
    const duplicate = queue.find((other) => sameDialog(other, dialog));
    if (duplicate) return duplicate.answered;
    let answer: QueuedDialog['answer'] = () => {};
    const answered = new Promise<boolean>((resolve) => {
      answer = resolve;
    });
    last += 1;
    const queued = { ...dialog, id: last, answer, answered };
    store.set(queueAtom, [...queue, queued]);
    const withdraw = () => {
      store.set(
        queueAtom,
        store.get(queueAtom).filter((other) => other !== queued),
      );
      answer(false);
    };
    signal?.addEventListener('abort', withdraw, { once: true });
    return answered;
  }

  function change(act: (ids: Map<string, unknown>) => void): void {
    const ids = new Map(store.get(openBlocksAtom));
    act(ids);
    store.set(openBlocksAtom, ids);
  }

  return {
    toast(text: ToastText) {
      last += 1;
      const others = store
        .get(toastsAtom)
        .filter((notice) => notice.text !== text.text || notice.icon !== text.icon);
      store.set(toastsAtom, [...others, { ...text, id: last }]);
    },
    alert: async (text: AlertText) => void (await openDialog({ ...text, cancel: null })),
    confirm: openDialog,
    open: (id, item) => change((ids) => ids.set(id, item)),
    close: (id) => change((ids) => ids.delete(id)),
  };
}
