import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import { readTabStorage, writeTabStorage } from '#engine/blocks/form-storage.ts';
import { nowAtom } from '#engine/runtime/clock.ts';
import { fill } from '#engine/ui/fill.ts';
import {
  type Entries,
  type Entry,
  openEntries,
  type Problems,
  payloadOf,
  problemsByDocument,
  problemsOf,
  startEntries,
  toSend,
} from './documents.ts';

type Props = BlockComponentProps<'document-form'>;

/** Milliseconds without a change after which a draft may be saved. */
const PAUSE = 1_200;

/** What was entered about all documents, and what is wrong with it. Whatever the server answers, it stays. */
export function useDocuments({ items, draft, keep, whole, texts, on }: Props) {
  const { draft: saveDraft, submit: send } = on;
  const now = useAtomValue(nowAtom);
  const [entries, setEntries] = useState<Entries>(() => startEntries(items, draft));
  const [problems, setProblems] = useState<Problems>({});
  const [refusal, setRefusal] = useState('');
  const [busy, setBusy] = useState(false);
  const [restored, setRestored] = useState(false);
  const typed = useRef(false);
  const given = useRef(items);

  useEffect(() => {
    const kept = keep === undefined ? null : readTabStorage(keep);
    if (!kept) return;
    setEntries((before) => {
      const again = startEntries(given.current, kept);
      const names = Object.keys(kept).filter((kind) => again[kind] !== undefined);
      return {
        ...before,
        ...Object.fromEntries(names.flatMap((kind) => (again[kind] ? [[kind, again[kind]]] : []))),
      };
    });
    typed.current = true;
    setRestored(true);
  }, [keep]);

  // A review that came in meanwhile opens what was rejected; what is being typed elsewhere stays.
  useEffect(() => {
    if (given.current === items) return;
    const earlier = new Map(given.current.map((item) => [item.kind, item]));
    given.current = items;
    const fresh = startEntries(items, null);
    setEntries((before) =>
      Object.fromEntries(
        items.flatMap(({ kind, state, id }) => {
          const known = earlier.get(kind);
          const same = known?.state === state && known.id === id;
          const entry = (same ? before[kind] : undefined) ?? fresh[kind];
          return entry ? [[kind, entry]] : [];
        }),
      ),
    );
  }, [items]);

  useEffect(() => {
    if (!typed.current) return undefined;
    const open = openEntries(entries);
    if (keep !== undefined) writeTabStorage(keep, open);
    const timer = setTimeout(() => void (typed.current && saveDraft?.(open)), PAUSE);
    return () => clearTimeout(timer);
  }, [entries, keep, saveDraft]);

  return {
    entries,
    problems,
    refusal,
    busy,
    restored,
    change(kind: string, part: Partial<Entry> | ((entry: Entry) => Partial<Entry>)) {
      typed.current = true;
      setEntries((before) => {
        const entry = before[kind];
        if (!entry) return before;
        return { ...before, [kind]: { ...entry, ...(typeof part === 'function' ? part(entry) : part) } };
      });
      setProblems((before) => ({ ...before, [kind]: {} }));
      setRefusal('');
    },
    async submit(): Promise<void> {
      const sent = toSend(items, entries, whole);
      const found = Object.fromEntries(
        sent.flatMap((item) => {
          const entry = entries[item.kind];
          const wrong = entry ? problemsOf(item, entry, texts, now) : {};
          return Object.keys(wrong).length > 0 ? [[item.kind, wrong]] : [];
        }),
      );
      setProblems(found);
      const wrong = Object.values(found).flatMap((one) => Object.keys(one)).length;
      if (wrong > 0) return setRefusal(fill(texts.problems, { n: wrong }));
      if (sent.length === 0 && !whole) return setRefusal(texts.unchanged);
      setRefusal('');
      setBusy(true);
      const outcome = await send?.({ certificates: payloadOf(sent, entries) });
      setBusy(false);
      if (!outcome || outcome.ok) {
        typed.current = false;
        if (keep !== undefined) writeTabStorage(keep, null);
        return setRestored(false);
      }
      setProblems(problemsByDocument(outcome.errors ?? {}, sent));
      setRefusal(outcome.message);
    },
  };
}
