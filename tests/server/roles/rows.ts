import type { CallName, Calls } from '#generated/calls.ts';
import type { Database } from '#server/kernel/db/schema.ts';
import type { TestApp } from '../support/app.ts';
import type { Inputs, Reply } from '../support/browser.ts';
import type { Actor, ActorName } from './actors.ts';

type Awaitable<Value> = Value | Promise<Value>;

/**
 * What the matrix is told of one call. `{}` is enough for a call without inputs: who may make it follows from its
 * `access`. Who may, must succeed; others are refused with 401 or 403 before anything happens.
 */
export interface Row<Name extends CallName> {
  /** A valid request, where it names nothing that belongs to somebody. */
  send?: Inputs<Name> | ((who: Actor) => Inputs<Name>);
  /** What the call names; made by `of` and `lists`. */
  object?: Bound<Name>;
  /** The code for those whom the access lets in, but the call itself refuses. */
  refuses?: number | Partial<Record<ActorName, number>>;
  /** Made by somebody who is not needed afterwards: it ends sessions or changes the password. */
  throwaway?: true;
  /** How many acts a call of staff writes down; 0 for a GET and else 1 when left out. */
  acts?: number;
  /** More that must hold of the answer to somebody who asked for what is theirs. */
  check?: (reply: Reply<Calls[Name]['data']>, who: Actor, shop: TestApp) => void | Promise<void>;
}

/** One or several rows of each call of a resource. */
export type Rows = { [Name in CallName]?: Row<Name> | Row<Name>[] };

/** How to make something that a call can name. */
export interface Maker<Id extends number | string = number> {
  /** Makes one that belongs to the company of `owner`, and answers its id. */
  make: (owner: Actor, shop: TestApp) => Promise<Id>;
  /** Where it is kept, under `id`: its row must stay as it was when somebody else asks. */
  table?: keyof Database;
  /** An id that nothing has; `ABSENT` when left out. */
  absent?: Id;
  /** Nobody's own, such as a good or an article: there is no other's, only an absent one. */
  shared?: true;
}

/** What the matrix does with a maker and a request of one call. */
export interface Bound<Name extends CallName> {
  shared: boolean;
  make: (owner: Actor, shop: TestApp) => Promise<Made<Name>>;
  absent?: (who: Actor, shop: TestApp) => Awaitable<Inputs<Name>>;
  /** Ids in the answer, where the call lists such things. */
  listed?: (data: Calls[Name]['data']) => string[];
}

interface Made<Name extends CallName> {
  id: string;
  inputs: (who: Actor) => Awaitable<Inputs<Name>>;
  look: () => Promise<unknown>;
}

const ABSENT = 999_999_999;

export const defineRows = (rows: Rows): Rows => rows;

/**
 * A call that names an object: one's own is found; another's is answered exactly as an absent one, and stays as it was.
 * @param more the rest of the row
 */
export function of<Name extends CallName, Id extends number | string>(
  maker: Maker<Id>,
  send: (id: Id, who: Actor, shop: TestApp) => Awaitable<Inputs<Name>>,
  more: Omit<Row<Name>, 'send' | 'object'> = {},
): Row<Name> {
  const absent = maker.absent ?? (ABSENT as Id);
  return {
    ...more,
    object: {
      shared: maker.shared ?? false,
      async make(owner, shop) {
        const id = await maker.make(owner, shop);
        return { id: String(id), inputs: (who) => send(id, who, shop), look: () => rowOf(shop, maker, id) };
      },
      absent: (who, shop) => send(absent, who, shop),
    },
  };
}

/** A call that lists objects: one's own is in it, others' are not. */
export function lists<Name extends CallName, Id extends number | string>(
  maker: Maker<Id>,
  ids: (data: Calls[Name]['data']) => readonly (number | string)[],
  more: Omit<Row<Name>, 'object'> = {},
): Row<Name> {
  const { send = {} } = more;
  return {
    ...more,
    object: {
      shared: false,
      async make(owner, shop) {
        const id = await maker.make(owner, shop);
        return {
          id: String(id),
          inputs: (who) => (typeof send === 'function' ? send(who) : send),
          look: () => rowOf(shop, maker, id),
        };
      },
      listed: (data) => ids(data).map(String),
    },
  };
}

/** Something that is in the shop already and nobody's own. */
export const existing = <Id extends number | string>(id: Id, absent?: Id): Maker<Id> => ({
  make: () => Promise.resolve(id),
  shared: true,
  ...(absent !== undefined && { absent }),
});

function rowOf<Id extends number | string>(shop: TestApp, { table }: Maker<Id>, id: Id): Promise<unknown> {
  if (table === undefined) return Promise.resolve(null);
  const key = shop.db.dynamic.ref<'id'>('id');
  return shop.db.selectFrom(table).selectAll().where(key, '=', id).executeTakeFirstOrThrow();
}
