import { useSyncExternalStore } from 'react';
import type { PlacedBlock } from '#engine/generated/schemas.ts';
import { useRuntime } from './contexts.ts';

const NOTHING: readonly PlacedBlock[] = [];

/** The blocks of a page or a shell as they stand now; a save during development puts others in their place. */
export function useBody(kind: 'page' | 'shell', name: string): readonly PlacedBlock[] {
  const { code } = useRuntime();
  const read = () => (kind === 'page' ? code.page(name)?.blocks : code.shell(name)) ?? NOTHING;
  return useSyncExternalStore(code.subscribe, read, read);
}
