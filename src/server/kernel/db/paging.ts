/** The requested page of a list; `page` counts from 1. */
export interface Paging {
  page: number;
  pageSize: number;
}

/** One page of a list that is in memory as a whole, in the API's form for lists (domain §6). A page beyond the last is empty. */
export function pageOf<Row>(rows: readonly Row[], { page, pageSize }: Paging) {
  const list = rows.slice((page - 1) * pageSize, page * pageSize);
  return { list, total: rows.length, page, page_size: pageSize };
}
