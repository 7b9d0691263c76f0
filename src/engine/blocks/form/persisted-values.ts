import { useLayoutEffect, useRef } from 'react';
import { readBrowserStorage, readTabStorage, writeBrowserStorage, writeTabStorage } from '../form-storage.ts';
import type { Field, Values } from './validate.ts';

/** Kinds that are never kept: secrets, and what is good for minutes only. */
const SECRET = new Set<Field['kind']>(['password', 'code']);

/** The values of a form that may be stored. */
export function persistableValues(fields: readonly Field[], values: Values): Values {
  const open = fields.filter(({ kind }) => !SECRET.has(kind)).map(({ name }) => name);
  return Object.fromEntries(
    open.flatMap((name) => (Object.hasOwn(values, name) ? [[name, values[name] ?? '']] : [])),
  );
}

/** Where typed values are kept: in the tab, or with `days` in the browser for so long. */
export interface KeepSettings {
  name: string | undefined;
  days: number | undefined;
}

/**
 * Keeps what was typed under a name, and brings it back when the form is there again: after a login that had expired, a
 * step back, a reload; with `days` after the browser was closed as well.
 */
export function usePersistedValues(
  { name, days }: KeepSettings,
  fields: readonly Field[],
  restore: (kept: Record<string, unknown>) => void,
): { keep: (values: Values) => void; forget: () => void } {
  const bring = useRef(restore);
  // Before anything can be typed: an effect that comes later would bring back what was typed just now.
  useLayoutEffect(() => {
    if (name === undefined) return;
    const kept = days === undefined ? readTabStorage(name) : readBrowserStorage(name, days);
    if (kept) bring.current(kept);
  }, [name, days]);
  const write = (values: Values | null) => {
    if (name === undefined) return;
    if (days === undefined) writeTabStorage(name, values);
    else writeBrowserStorage(name, values);
  };
  return { keep: (values) => write(persistableValues(fields, values)), forget: () => write(null) };
}
