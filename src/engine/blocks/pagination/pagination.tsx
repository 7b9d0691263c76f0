import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
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
  if (total <= pageSize) return null;
  return (
    <Pages
      page={page}
      pageSize={pageSize}
      total={total}
      texts={{ label, total: totalText, previous: previousText, next: nextText }}
      onChange={(next) => void on.change?.({ page: next })}
    />
  );
}

export default defineBlock('pagination', Pagination);
