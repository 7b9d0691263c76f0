import { useEffect, useRef, useState } from 'react';
import type { Outcome } from '#engine/runtime/outcome.ts';
import type { Suggestion } from '#generated/schemas.ts';

export interface Query {
  keywords: string;
  type: 'goods' | 'maker';
}

/** The stored list: `null` before the first request; `list: null` while it is pending. */
export type Suggestions = { query: Query; list: readonly Suggestion[] | null; at: number } | null;

interface Options {
  onSuggest: ((query: Query) => Promise<Outcome<Suggestion[]>>) | undefined;
  /** ms without typing before the request (spec §5). */
  debounce: number;
  /** ms after which a stored list is requested again (spec §5). */
  maxAge: number;
}

const same = (a: Query, b: Query) => a.keywords === b.keywords && a.type === b.type;

/**
 * Suggestions for what is typed. `typed` requests after a pause, `recall` shows the stored list and reloads an old one.
 * An empty keyword makes no request and clears the list.
 */
export function useSuggestions({ onSuggest, debounce, maxAge }: Options) {
  const [stored, setStored] = useState<Suggestions>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pendingQuery = useRef<Query | null>(null);
  useEffect(() => () => clearTimeout(timer.current), []);

  const fetchNow = async (query: Query) => {
    pendingQuery.current = query;
    const outcome = await onSuggest?.(query);
    if (pendingQuery.current !== query) return;
    setStored({ query, list: outcome?.ok ? (outcome.data ?? []) : [], at: Date.now() });
  };

  const typed = (raw: Query) => {
    const query = { ...raw, keywords: raw.keywords.trim() };
    clearTimeout(timer.current);
    pendingQuery.current = null;
    if (query.keywords === '') {
      setStored(null);
      return;
    }
    setStored({ query, list: null, at: Date.now() });
    timer.current = setTimeout(() => void fetchNow(query), debounce);
  };

  const recall = (raw: Query) => {
    const query = { ...raw, keywords: raw.keywords.trim() };
    if (!stored || !same(stored.query, query)) typed(query);
    else if (stored.list && Date.now() - stored.at > maxAge) void fetchNow(query);
  };

  return { stored, typed, recall };
}
