import { useEffect, useState } from 'react';
import { readKept, writeKept } from '../tab-memory.ts';

interface Wish {
  remark: string;
  choice: string;
}

/**
 * What the buyer wishes with the order. Under a name it is kept in this tab, and comes back after a reload or a step back.
 * @param options of the choice; the first is the one that holds when nothing was chosen
 */
export function useWish(keep: string | undefined, options: readonly string[]) {
  const [changed, setChanged] = useState<Partial<Wish>>({});
  useEffect(() => {
    const kept = keep === undefined ? null : readKept(keep);
    const texts = Object.entries(kept ?? {}).filter(([, value]) => typeof value === 'string');
    setChanged((typed) => ({ ...Object.fromEntries(texts), ...typed }));
  }, [keep]);
  useEffect(() => {
    if (keep !== undefined && Object.keys(changed).length > 0) writeKept(keep, changed);
  }, [keep, changed]);
  const { remark = '', choice = '' } = changed;
  return {
    remark,
    choice: options.includes(choice) ? choice : (options[0] ?? ''),
    change: (part: Partial<Wish>) => setChanged((before) => ({ ...before, ...part })),
    forget: () => void (keep !== undefined && writeKept(keep, null)),
  };
}
