import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import { Button } from '#engine/ui/button/button.tsx';
import type { CartLine } from '#generated/schemas.ts';
import { isDead, isSavable, isSelectable } from './groups.ts';

interface CartToolsProps
  extends Pick<BlockComponentProps<'cart-table'>, 'lines' | 'texts' | 'copyable' | 'on'> {
  className: string | undefined;
  isSelected: (line: CartLine) => boolean;
}

/** What can be done with many lines at once, besides paying for them. */
export function CartTools({ lines, texts, copyable, on, className, isSelected }: CartToolsProps) {
  const chosen = lines.filter((line) => isSelectable(line) && isSelected(line));
  const savable = chosen.filter(isSavable);
  const dead = lines.filter(isDead);
  const removeMany = (many: readonly CartLine[]) =>
    void on.removeMany?.({ ids: many.map(({ id }) => id), kinds: many.length });
  return (
    <div className={className}>
      <Button variant="quiet" size="sm" disabled={chosen.length === 0} onClick={() => removeMany(chosen)}>
        {texts.removeSelected}
      </Button>
      {on.later && (
        <Button
          variant="quiet"
          size="sm"
          disabled={savable.length === 0}
          onClick={() => void on.later?.({ ids: savable.map(({ id }) => id) })}
        >
          {texts.later}
        </Button>
      )}
      {copyable && (
        <Button
          variant="quiet"
          size="sm"
          disabled={chosen.length === 0}
          onClick={() => void on.copy?.({ ids: chosen.map(({ id }) => id), kinds: chosen.length })}
        >
          {texts.copy}
        </Button>
      )}
      {dead.length > 0 && (
        <Button variant="quiet" size="sm" onClick={() => removeMany(dead)}>
          {texts.clear}
        </Button>
      )}
    </div>
  );
}
