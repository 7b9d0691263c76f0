import { useEffect, useRef, useState } from 'react';
import { readTabStorage, writeTabStorage } from '#engine/blocks/form-storage.ts';

interface OrderOptions {
  remark: string;
  choice: string;
}

/**
 * The buyer's remark and choice for the order. With a name they are stored in this tab, and restored after a reload or a
 * step back.
 * @param options of the choice; the first is the one that holds when nothing was chosen
 */
export function useOrderOptions(keep: string | undefined, options: readonly string[]) {
  const [changed, setChanged] = useState<Partial<OrderOptions>>({});
  const bring = useRef((kept: Record<string, unknown>) => {
    const texts = Object.entries(kept).filter(([, value]) => typeof value === 'string');
    setChanged((typed) => ({ ...Object.fromEntries(texts), ...typed }));
  });
  useEffect(() => {
    const kept = keep === undefined ? null : readTabStorage(keep);
    if (kept) bring.current(kept);
  }, [keep]);
  useEffect(() => {
    if (keep !== undefined && Object.keys(changed).length > 0) writeTabStorage(keep, changed);
  }, [keep, changed]);
  const { remark = '', choice = '' } = changed;
  return {
    remark,
    choice: options.includes(choice) ? choice : (options[0] ?? ''),
    change: (part: Partial<OrderOptions>) => setChanged((before) => ({ ...before, ...part })),
    forget: () => void (keep !== undefined && writeTabStorage(keep, null)),
  };
}
