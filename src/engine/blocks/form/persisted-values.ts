import { useLayoutEffect, useRef } from 'react';
import { readTabStorage, writeTabStorage } from '../tab-storage.ts';
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

/**
 * Keeps what was typed in this tab under a name, and brings it back when the form is there again: after a login that
 * had expired, a step back, a reload.
 */
export function usePersistedValues(
  name: string | undefined,
  fields: readonly Field[],
  restore: (kept: Record<string, unknown>) => void,
): { keep: (values: Values) => void; forget: () => void } {
  const bring = useRef(restore);
  // Before anything can be typed: an effect that comes later would bring back what was typed just now.
  useLayoutEffect(() => {
    const kept = name === undefined ? null : readTabStorage(name);
    if (kept) bring.current(kept);
  }, [name]);
  return {
    keep: (values) => void (name !== undefined && writeTabStorage(name, persistableValues(fields, values))),
    forget: () => void (name !== undefined && writeTabStorage(name, null)),
  };
}
