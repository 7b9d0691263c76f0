import { type ReactNode, useCallback, useState } from 'react';
import { Button } from '#engine/ui/button/button.tsx';
import { Dialog } from '#engine/ui/dialog/dialog.tsx';
import type { AliasScope, Change } from '../text/change.ts';
import { type SharedValue, sharedAt } from '../text/edit-text.ts';
import type { Editing, Refused } from './editing.ts';
import styles from './studio.module.css';

/** A change of a value that other places share, until it is said where. */
interface PendingChange extends SharedValue {
  answer: (scope: AliasScope | undefined) => void;
}

/** Makes changes of a file in one step. */
export type MakeChange = (file: string, ...changes: Change[]) => Promise<Refused | undefined>;

/** Changes that ask where a value that others share is meant, and the question. */
export function useSharedChange({ shop, change: save }: Editing): {
  change: MakeChange;
  question: ReactNode;
} {
  const [pending, setPending] = useState<PendingChange>();
  const change = useCallback<MakeChange>(
    async (file, ...wanted) => {
      const text = shop.texts.get(file) ?? '';
      const said = new Map<string, AliasScope>();
      const changes: Change[] = [];
      for (const one of wanted) {
        const shared = sharedAt(text, one.kind === 'insert' ? one.list : one.at);
        if (shared === undefined) {
          changes.push(one);
          continue;
        }
        const isWhole = one.kind === 'move' || one.kind === 'copy';
        const before = said.get(shared.anchor);
        const isSaid = before === 'everywhere' || shared.isAlias;
        const scope =
          (isSaid ? before : undefined) ??
          (await new Promise<AliasScope | undefined>((answer) =>
            setPending({ anchor: shared.anchor, isAlias: shared.isAlias && !isWhole, answer }),
          ));
        setPending(undefined);
        if (scope === undefined) return undefined;
        said.set(shared.anchor, scope);
        changes.push(isWhole ? one : { ...one, scope });
      }
      return save(file, changes, text);
    },
    [shop, save],
  );
  const question = (
    <Dialog open={pending !== undefined} onClose={() => pending?.answer(undefined)} title="这个值与别处共用">
      <p>
        它是 <code>&amp;{pending?.anchor}</code>：写一次，几处一起用。改在哪里？
      </p>
      <div className={styles['tools']}>
        {pending?.isAlias && <Button onClick={() => pending.answer('here')}>只改这里</Button>}
        <Button variant="primary" onClick={() => pending?.answer('everywhere')}>
          用到它的地方都改
        </Button>
      </div>
    </Dialog>
  );
  return { change, question };
}
