import { readdir } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '#generated/calls.ts';
import type { CallContract } from '#generated/schemas.ts';
import type { TestApp } from '../support/app.ts';
import type { Inputs, Reply } from '../support/browser.ts';
import { shopRegistry } from '../support/registry.ts';
import { countActs } from '../support/staff.ts';
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

const shown = ({ status, message }: Reply) => `${status} ${message}`;

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
    const breaches: string[] = [];
    for (const row of rowsOf(name)) {
      for (const actor of ACTORS) breaches.push(...(await tryAs(actor, { name, contract, row })));
    }
    expect(breaches).toEqual([]);
  });

  interface Case {
    name: CallName;
    contract: CallContract;
    row: Row<CallName>;
  }

  /** Everything that is not as it should be when one of them makes the call, in words. */
  async function tryAs(actor: ActorName, tried: Case): Promise<string[]> {
    const { name, contract, row } = tried;
    const who = row.throwaway ? await standIn(shop, cast[actor]) : cast[actor];
    const acts = await countActs(shop);
    const actsSince = async () => (await countActs(shop)) - acts;
    const refused = refusedBy(contract, actor);
    if (refused !== null) {
      const reply = await who.browser.call(name, await requestOf(row, cast.stranger, cast.stranger));
      const asItShould = reply.status === refused && reply.code === refused && reply.data === null;
      return [
        ...(asItShould ? [] : [`${actor} is not refused with ${refused}: ${shown(reply)}`]),
        ...((await actsSince()) === 0 ? [] : [`${actor} did something that was written down`]),
      ];
    }
    const owner = contract.access === 'staff' ? cast.stranger : who;
    const found = await asksForOwn(who, owner, tried);
    if (contract.access === 'staff') {
      const written = await actsSince();
      const wanted = row.acts ?? (contract.method === 'GET' ? 0 : 1);
      if (written !== wanted) found.push(`${written} acts were written down instead of ${wanted}`);
    } else if (row.object && !row.object.shared) {
      for (const other of OTHERS[actor]) found.push(...(await asksForOthers(who, cast[other], tried)));
    }
    return [...found, ...(await asksForAbsent(who, tried))];
  }

  async function requestOf(row: Row<CallName>, owner: Actor, who: Actor): Promise<Inputs<CallName>> {
    if (row.object) return await (await row.object.make(owner, shop)).inputs(who);
    const { send = {} } = row;
    return typeof send === 'function' ? send(who) : send;
  }

  async function asksForOwn(who: Actor, owner: Actor, { name, row }: Case): Promise<string[]> {
    const made = await row.object?.make(owner, shop);
    const inputs = made ? await made.inputs(who) : await requestOf(row, owner, who);
    const reply = await who.browser.call(name, inputs);
    const { refuses } = row;
    const refused = typeof refuses === 'number' ? refuses : refuses?.[who.name as ActorName];
    if (refused !== undefined) {
      return reply.code === refused ? [] : [`${who.name} is not refused with ${refused}: ${shown(reply)}`];
    }
    if (reply.code >= 300) return [`${who.name} cannot: ${shown(reply)}`];
    await row.check?.(reply, who, shop);
    const isMissing = made && row.object?.listed && !row.object.listed(reply.data).includes(made.id);
    return isMissing ? [`${who.name} does not find what is theirs`] : [];
  }

  async function asksForOthers(who: Actor, other: Actor, { name, row }: Case): Promise<string[]> {
    const made = await row.object?.make(other, shop);
    if (!made || !row.object) return [];
    const before = await made.look();
    const reply = await who.browser.call(name, await made.inputs(who));
    const found: string[] = [];
    if (row.object.listed?.(reply.data).includes(made.id)) {
      found.push(`${who.name} is shown what is the ${other.name}'s`);
    }
    if (row.object.absent) {
      const absent = await who.browser.call(name, await row.object.absent(who, shop));
      if (!isDeepStrictEqual(face(reply), face(absent))) {
        found.push(
          `${who.name} can tell what is the ${other.name}'s from what is not there: ${shown(reply)}, ${shown(absent)}`,
        );
      }
    }
    if (!isDeepStrictEqual(await made.look(), before)) {
      found.push(`${who.name} changed what is the ${other.name}'s`);
    }
    return found;
  }

  /** What the path names must be there. Lists of ids in a body may name what is gone meanwhile. */
  async function asksForAbsent(who: Actor, { name, contract, row }: Case): Promise<string[]> {
    if (!row.object?.absent || !contract.path.includes('{')) return [];
    const reply = await who.browser.call(name, await row.object.absent(who, shop));
    const isAbsent = reply.status === 404 && reply.data === null;
    return isAbsent ? [] : [`${who.name} finds what is not there: ${shown(reply)}`];
  }
});
