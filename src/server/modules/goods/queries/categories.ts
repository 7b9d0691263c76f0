import type { Category, Link } from '#generated/schemas.ts';
import { cachedFor } from '../../../kernel/db/cache.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import type { CategoriesTable } from '../tables/classification.ts';

const listPage = pageLink('list_index');

type CategoryRow = Omit<CategoriesTable, 'id'> & { id: number };
export type TreeName = CategoriesTable['tree'];

const TREE_TITLES: Record<TreeName, string> = {
  drug: '药品',
  tcm: '中药饮片',
  device: '医疗器械',
  yx: '优选包邮',
};

/** All categories in order; cached, because almost every page needs them. */
export function loadCategories(db: Db, now: number): Promise<CategoryRow[]> {
  return cachedFor(db, { key: 'categories', seconds: 60, now }, () =>
    db.selectFrom('categories').selectAll().orderBy('position').orderBy('id').execute(),
  );
}

/** One of the four trees, as the menus show it. */
export function treeOf(rows: readonly CategoryRow[], tree: TreeName): Category[] {
  const below = (parent: number | null): Category[] =>
    rows
      .filter((row) => row.tree === tree && row.parent_id === parent)
      .map((row) => ({
        id: row.id,
        name: row.name,
        logo: row.icon ? `/img/category/${row.icon}.svg` : null,
        logo1: row.icon ? `/img/category/${row.icon}-on.svg` : null,
        children: below(row.id),
      }));
  return below(null);
}

/** Ids of a category and its descendants; a mirroring category (`same_as`) is replaced by the one that it mirrors. */
export function withDescendants(rows: readonly CategoryRow[], id: number): number[] {
  const row = rows.find((candidate) => candidate.id === id);
  const from = row?.same_as ?? id;
  const found = [from];
  for (const next of found) {
    for (const child of rows) if (child.parent_id === next) found.push(child.id);
  }
  return found;
}

/** Breadcrumb from the tree's list down to the category. */
export function pathOf(rows: readonly CategoryRow[], id: number | null, tree: TreeName | null): Link[] {
  const path: Link[] = [];
  let row = rows.find((candidate) => candidate.id === id);
  const inTree = row?.tree ?? tree;
  while (row) {
    path.unshift({ text: row.name, url: listPage({ select: row.id }) });
    const above = row.parent_id;
    row = rows.find((candidate) => candidate.id === above);
  }
  if (inTree) path.unshift({ text: TREE_TITLES[inTree], url: listPage({ tree: inTree }) });
  return path;
}
