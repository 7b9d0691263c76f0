import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '#generated/calls.ts';
import type { CallContract } from '#generated/schemas.ts';
import { countActs } from '../ops/support.ts';
import type { TestApp } from '../support/app.ts';
import type { Inputs, Reply } from '../support/browser.ts';
import { shopRegistry } from '../support/registry.ts';
import { ACTORS, type Actor, type ActorName, type Cast, OTHERS, openWorld, standIn } from './actors.ts';
import type { Row, Rows } from './rows.ts';

const FOLDER = new URL('./rows/', import.meta.url);

const { contracts } = await shopRegistry();
const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.ts')).sort();
const loaded = await Promise.all(
  files.map(async (name) => ((await import(new URL(name, FOLDER).href)) as { default: Rows }).default),
);
const calls = Object.keys(contracts) as CallName[];

/** The rows of a call, as rows of any call: what a row sends fits the call that it stands under. */
const rowsOf = (name: CallName) => loaded.flatMap((rows) => rows[name] ?? []) as Row<CallName>[];

/** The code with which the access of a call refuses somebody; null where it lets them in. */
function refusedBy({ access }: CallContract, who: ActorName): number | null {
  if (access === 'visitor' || who === 'staff') return null;
  if (who === 'visitor') return 401;
  const isIn = access === 'member' || (access === 'approved' && who !== 'member');
  return isIn ? null : 403;
}

/** What a client can tell two answers apart by. */
const face = ({ status, code, message, data }: Reply) => ({ status, code, message, data });

describe('every call, for everybody', () => {
  let shop: TestApp;
  let cast: Cast;
  beforeAll(async () => {
    ({ shop, cast } = await openWorld());
  });
  afterAll(() => shop.close());

  it('has a row for every call, and none for a call that is not there', () => {
    expect(calls.filter((name) => rowsOf(name).length === 0)).toEqual([]);
    const stray = loaded.flatMap((rows) => Object.keys(rows)).filter((name) => !(name in contracts));
    expect(stray).toEqual([]);
  });

  it.for(calls.filter((name) => rowsOf(name).length > 0))('%s', async (name) => {
    const contract = contracts[name];
    if (!contract) throw new Error(`no call ${name}`);
    for (const row of rowsOf(name)) {
      for (const actor of ACTORS) await tryAs(actor, { name, contract, row });
    }
  });

  interface Case {
    name: CallName;
    contract: CallContract;
    row: Row<CallName>;
  }

  async function tryAs(actor: ActorName, tried: Case) {
    const { name, contract, row } = tried;
    const who = row.throwaway ? await standIn(shop, cast[actor]) : cast[actor];
    const acts = await countActs(shop);
    const refused = refusedBy(contract, actor);
    if (refused !== null) {
      const reply = await who.browser.call(name, await requestOf(row, cast.stranger, cast.stranger));
      expect([actor, reply.status, reply.code, reply.data]).toEqual([actor, refused, refused, null]);
      expect(await countActs(shop)).toBe(acts);
      return;
    }
    const owner = contract.access === 'staff' ? cast.stranger : who;
    await asksForOwn(who, owner, tried);
    if (contract.access === 'staff') {
      const written = row.acts ?? (contract.method === 'GET' ? 0 : 1);
      expect([actor, 'acts', (await countActs(shop)) - acts]).toEqual([actor, 'acts', written]);
    } else if (row.object && !row.object.shared) {
      for (const other of OTHERS[actor]) await asksForOthers(who, cast[other], tried);
    }
    await asksForAbsent(who, tried);
  }

  async function requestOf(row: Row<CallName>, owner: Actor, who: Actor): Promise<Inputs<CallName>> {
    if (row.object) return await (await row.object.make(owner, shop)).inputs(who);
    const { send = {} } = row;
    return typeof send === 'function' ? send(who) : send;
  }

  async function asksForOwn(who: Actor, owner: Actor, { name, row }: Case) {
    const made = await row.object?.make(owner, shop);
    const inputs = made ? await made.inputs(who) : await requestOf(row, owner, who);
    const reply = await who.browser.call(name, inputs);
    const { refuses } = row;
    const wanted = typeof refuses === 'number' ? refuses : refuses?.[who.name as ActorName];
    const outcome = wanted === undefined && reply.code < 300 ? 'done' : reply.code;
    expect([who.name, 'own', outcome, outcome === 'done' ? '' : reply.message]).toEqual([
      who.name,
      'own',
      wanted ?? 'done',
      wanted === undefined ? '' : reply.message,
    ]);
    if (wanted !== undefined) return;
    if (made && row.object?.listed) {
      expect([who.name, row.object.listed(reply.data)]).toEqual([
        who.name,
        expect.arrayContaining([made.id]),
      ]);
    }
    await row.check?.(reply, who, shop);
  }

  async function asksForOthers(who: Actor, other: Actor, { name, row }: Case) {
    const made = await row.object?.make(other, shop);
    if (!made || !row.object) return;
    const before = await made.look();
    const reply = await who.browser.call(name, await made.inputs(who));
    if (row.object.listed) {
      expect([who.name, other.name, row.object.listed(reply.data)]).not.toEqual([
        who.name,
        other.name,
        expect.arrayContaining([made.id]),
      ]);
    } else if (row.object.absent) {
      const absent = await who.browser.call(name, await row.object.absent(who, shop));
      expect([who.name, other.name, face(reply)]).toEqual([who.name, other.name, face(absent)]);
    }
    expect([who.name, other.name, await made.look()]).toEqual([who.name, other.name, before]);
  }

  /** What the path names must be there. Lists of ids in a body may name what is gone meanwhile. */
  async function asksForAbsent(who: Actor, { name, contract, row }: Case) {
    if (!row.object?.absent || !contract.path.includes('{')) return;
    const reply = await who.browser.call(name, await row.object.absent(who, shop));
    expect([who.name, 'absent', reply.status, reply.data]).toEqual([who.name, 'absent', 404, null]);
  }
});
