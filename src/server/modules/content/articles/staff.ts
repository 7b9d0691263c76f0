import type { Calls } from '#generated/calls.ts';
import type { OpsArticle, OpsArticleSource, Option } from '#generated/schemas.ts';
import { record } from '../../../kernel/audit/audit.ts';
import { savedAnswer, saveRow } from '../../../kernel/audit/rows.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type Answer, ok, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { likePattern } from '../../../kernel/text/search-text.ts';
import { articleUrl } from './url.ts';

/** The category whose groups are the help (spec §7 `category_id=3`). */
const HELP = 3;

const GONE = { message: '这篇文章已经不在了' };
const stateOf = (published: boolean) => (published ? '已发布' : '未发布');
const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);

type ListQuery = Calls['ops-article.list']['query'] & { pageSize: number };

const articleRows = (db: Db) =>
  db
    .selectFrom('articles')
    .innerJoin('article_categories', 'article_categories.id', 'articles.category_id')
    .select(['articles.id', 'title', 'summary', 'category_id', 'name', 'key', 'page'])
    .select(['published', 'published_at']);

/** A page of all articles, newest first. */
export async function listForStaff(db: Db, query: ListQuery): Promise<Calls['ops-article.list']['data']> {
  const { page, pageSize, category_id, published, keywords } = query;
  let rows = articleRows(db);
  if (category_id !== undefined) rows = rows.where('category_id', '=', category_id);
  if (keywords !== undefined) rows = rows.where('title', 'like', likePattern(keywords));
  const { all, live } = await rows
    .clearSelect()
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('published', '=', true).as('live'),
    ])
    .executeTakeFirstOrThrow();
  if (published !== undefined) rows = rows.where('published', '=', published === 1);
  const found = await rows
    .orderBy('published_at', 'desc')
    .orderBy('articles.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const counts = [
    { value: '', label: '全部', count: all },
    { value: '1', label: '已发布', count: live },
    { value: '0', label: '未发布', count: all - live },
  ];
  const total = counts.find(({ value }) => value === String(published ?? ''))?.count ?? 0;
  return { list: found.map(toRow), total, page, page_size: pageSize, counts };
}

type ArticleRow = Awaited<ReturnType<ReturnType<typeof articleRows>['execute']>>[number];

function toRow({
  id,
  title,
  summary,
  category_id,
  name,
  key,
  page,
  published,
  published_at,
}: ArticleRow): OpsArticle {
  return {
    id,
    title,
    summary,
    category_id: String(category_id),
    category: name,
    page,
    published: flag(published),
    state: stateOf(published),
    published_at,
    url: articleUrl({ id, key, page }),
  };
}

/** Options of an article's form: the categories, and the existing help pages. */
export async function articleChoices(db: Db): Promise<{ categories: Option[]; pages: Option[] }> {
  const categories = await db
    .selectFrom('article_categories')
    .select(['id', 'name', 'parent_id'])
    .where('id', '!=', HELP)
    .orderBy('position')
    .execute();
  const pages = await db
    .selectFrom('articles')
    .innerJoin('article_categories', 'article_categories.id', 'articles.category_id')
    .select(['page', 'name', 'title'])
    .where('page', 'is not', null)
    .orderBy('articles.position')
    .execute();
  const firsts = new Map(pages.toReversed().map((row) => [row.page ?? '', `${row.name} · ${row.title}`]));
  return {
    categories: categories.map(({ id, name, parent_id }) => ({
      value: String(id),
      label: parent_id === HELP ? `帮助 · ${name}` : name,
    })),
    pages: [...firsts].toReversed().map(([value, label]) => ({ value, label })),
  };
}

/** An article with its Markdown source; null when there is none. */
export async function articleSource(db: Db, id: number): Promise<OpsArticleSource | null> {
  const found = await articleRows(db).select('body').where('articles.id', '=', id).executeTakeFirst();
  if (!found) return null;
  const { title, summary, category_id, key, page, body, published, published_at } = found;
  return {
    id,
    title,
    summary,
    category_id: String(category_id),
    page: page ?? '',
    body,
    published: flag(published),
    published_at,
    url: articleUrl({ id, key, page }),
  };
}

type ArticleInput = Calls['ops-article.save']['body'];

/** Creates an article, or saves a change of one. */
export async function saveArticle(
  db: Db,
  request: RequestContext,
  input: ArticleInput,
): Promise<Answer<{ id: number }>> {
  const refused = await placementProblem(db, input);
  if (refused) return refused;
  const published = input.published === 1;
  const saved = await saveRow(db, request, {
    table: 'articles',
    subject: 'article',
    key: input.id === undefined ? null : { id: input.id },
    gone: GONE.message,
    values: {
      title: input.title,
      summary: input.summary,
      category_id: input.category_id,
      page: input.page ?? null,
      body: input.body,
      published,
    },
    onInsert: { published_at: request.now, position: await lastPosition(db) },
    onUpdate: (before) => (published && !before.published ? { published_at: request.now } : {}),
    label: input.title,
  });
  return savedAnswer(saved);
}

async function lastPosition(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('articles')
    .select((eb) => eb.fn.max('position').as('last'))
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

/**
 * Help needs a page of its group, and news must have none: otherwise the article would have a URL that does not exist.
 */
async function placementProblem(db: Db, { category_id, page }: ArticleInput) {
  const category = await db
    .selectFrom('article_categories')
    .select(['id', 'parent_id'])
    .where('id', '=', category_id)
    .executeTakeFirst();
  if (!category || category.id === HELP) return refuseField('category_id', '请选择一个分类');
  if (category.parent_id !== HELP) {
    return page === undefined ? null : refuseField('page', '资讯类的文章不放在帮助页上，请留空');
  }
  if (page === undefined) return refuseField('page', '帮助类的文章要选一个帮助页');
  const known = await db
    .selectFrom('articles')
    .select('id')
    .where('category_id', '=', category_id)
    .where('page', '=', page)
    .limit(1)
    .executeTakeFirst();
  return known ? null : refuseField('page', '这个分类下没有这个帮助页');
}

/** Publishes or withdraws an article. */
export async function publishArticle(
  db: Db,
  request: RequestContext,
  id: number,
  published: boolean,
): Promise<Answer<{ published: number }>> {
  const article = await db
    .selectFrom('articles')
    .select(['title', 'published'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!article) return refuse('notFound', GONE);
  const words = published ? '已发布' : '已撤下';
  if (article.published === published) return ok({ published: flag(published) }, words);
  const moment = published ? { published_at: request.now } : {};
  await db
    .updateTable('articles')
    .set({ published, ...moment })
    .where('id', '=', id)
    .execute();
  await record(db, request, {
    action: published ? 'publish' : 'withdraw',
    subject: 'article',
    id,
    label: article.title,
    before: { published: article.published },
    after: { published },
  });
  return ok({ published: flag(published) }, words);
}
