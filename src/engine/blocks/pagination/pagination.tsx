import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { useFormats } from '#engine/blocks/use-formats.ts';
import { fill } from '#engine/ui/fill.ts';
import { Pagination as Pages } from '#engine/ui/pagination/pagination.tsx';

function Pagination({
  label,
  page,
  pageSize,
  total,
  totalText,
  previousText,
  nextText,
  on,
}: BlockComponentProps<'pagination'>) {
  const formats = useFormats();
  if (total <= pageSize) return null;
  const words = fill(totalText, { n: formats.number(total) });
  return (
    <Pages
      page={page}
      pageSize={pageSize}
      total={total}
      texts={{ label, total: words, previous: previousText, next: nextText }}
      onChange={(next) => void on.change?.({ page: next })}
    />
  );
}

export default defineBlock('pagination', Pagination);
