import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  type Expression,
  Kysely,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { isAnyOfPlaces, placesFor } from './any-of.ts';
import { dialectOf } from './driver.ts';
import type { Database, Db } from './schema.ts';

type Named = Readonly<Record<string, unknown>>;

/** Stands in a prepared query for a value that is given when it is executed, or for one of a list, or of a row of a list. */
class Placeholder {
  readonly name: string;
  readonly at: number | null;
  readonly column: string | null;
  constructor(name: string, at: number | null, column: string | null = null) {
    this.name = name;
    this.at = at;
    this.column = column;
  }

  valueIn(values: Named): unknown {
    const value = values[this.name];
    if (!Array.isArray(value) || this.at === null) return value;
    if (this.column !== null) return (value[this.at] as Named)[this.column];
    return value[this.at] ?? value.at(-1);
  }
}

/** Rows of which a text is kept: the texts of longer lists would fill the memory, and are seldom needed twice. */
const MOST_ROWS = 8;

const isRows = (value: unknown): value is readonly Named[] =>
  Array.isArray(value) && typeof value[0] === 'object' && !Array.isArray(value[0]) && value[0] !== null;

/** A value of a query: itself, or its place in a prepared one. */
export type Value<Type> = Type | RawBuilder<Type>;

/** Makes queries and executes none. */
const builder = new Kysely<Database>({ dialect: dialectOf(new DummyDriver()) });

/** Which text these values need: it depends on the lengths of lists, and on what is left out. */
const shapeOf = (values: object): string =>
  Object.entries(values)
    .map(([name, value]) => {
      if (isRows(value)) return `${name}#${value.length}`;
      return Array.isArray(value) ? `${name}${placesFor(value)}` : value === undefined ? '' : name;
    })
    .join();

/** The places of a row of such a list. */
export type RowPlaces<List> = List extends readonly (infer One)[]
  ? { [Column in keyof One]: RawBuilder<One[Column]> }
  : never;

/** The places of a prepared query. */
export interface Places<Values extends object> {
  value: <Name extends keyof Values & string>(name: Name) => RawBuilder<Exclude<Values[Name], undefined>>;
  /** `($1, $2)`, for `IN`; of a list that is not empty. */
  list: (name: keyof Values & string) => RawBuilder<unknown>;
  /** The columns of each row of a list. All have the columns of the first; there is a text for each number of rows. */
  rows: <Name extends keyof Values & string>(name: Name) => RowPlaces<Values[Name]>[];
  /** The condition that a column equals one of a list; see `isAnyOf`. A list that is left out is an empty one. */
  isAnyOf: (column: string, name: keyof Values & string) => Expression<SqlBool>;
  /** Whether a value is given. */
  has: (name: keyof Values & string) => boolean;
}

/**
 * A query that is built and compiled once, for what buyers ask most: that takes longer than the database takes to answer
 * it. Lists have a text for each power of two, the last value in the places that are left over (see `isAnyOf`).
 * @param build makes it, with places for its values
 */
export const prepareQuery =
  <Values extends object>() =>
  <Row>(
    build: (db: Db, places: Places<Values>) => Compilable<Row>,
  ): ((db: Db, values: Values) => Promise<Row[]>) => {
    const compiled = new Map<string, CompiledQuery<Row>>();

    function compile(values: Values): CompiledQuery<Row> {
      const place = (name: string, at: number | null = null, column: string | null = null) =>
        sql`${new Placeholder(name, at, column)}`;
      const listOf = (name: keyof Values & string): readonly unknown[] => {
        const given = values[name] ?? [];
        if (!Array.isArray(given)) throw new TypeError(`${name} is no list`);
        return given;
      };
      return build(builder, {
        value: (name) => place(name) as RawBuilder<never>,
        list: (name) =>
          sql`(${sql.join(Array.from({ length: placesFor(listOf(name)) }, (_, at) => place(name, at)))})`,
        rows: (name) =>
          listOf(name).map((row, at) => {
            const columns = Object.keys(row as Named).map((column) => [column, place(name, at, column)]);
            return Object.fromEntries(columns) as never;
          }),
        isAnyOf: (column, name) =>
          isAnyOfPlaces(column, listOf(name), { place: (at) => place(name, at), whole: place(name) }),
        has: (name) => values[name] !== undefined,
      }).compile();
    }

    return async (db, values) => {
      const shape = shapeOf(values);
      const query = compiled.get(shape) ?? compile(values);
      if (Object.values(values).every((value) => !isRows(value) || value.length <= MOST_ROWS))
        compiled.set(shape, query);
      const given = values as Named;
      const parameters = query.parameters.map((one) =>
        one instanceof Placeholder ? one.valueIn(given) : one,
      );
      const { rows } = await db.executeQuery<Row>({ ...query, parameters });
      return rows;
    };
  };
