import { asList, asObject, isObject, type Json, objectEntries } from '../json.ts';
import { routeParams } from '../project/route-pattern.ts';
import type { DeclaredData, Scope } from '../references/resolve.ts';
import type { ConfigFile } from '../schema/config-file.ts';
import type { JsonSchema } from '../schema/field.ts';
import { parseTypeExpression, SCALAR_NAMES } from '../schema/field.ts';
import { SHELL_KEYS } from '../schema/meta.ts';
import { roleNames, VISITOR } from '../schema/site.ts';
import type { Pointer } from '../source/pointer.ts';
import type { IdentifiedBlock, OwnerNode } from './nodes.ts';
import { walkCall } from './walk-actions.ts';
import { walkBlocks, walkSchedule } from './walk-block.ts';
import { walkCondition, walkRemembered, walkValue } from './walk-values.ts';
import type { Walker } from './walker.ts';

/** Visits everything that one file declares, and skips invalid parts. */
export function walkFile({ kind, yaml }: ConfigFile, walker: Walker): void {
  const root = asObject(yaml.value);
  if (kind === 'page') walkPage(root, [], undefined, walker);
  else if (kind === 'shell') walkShell(root, walker);
  else if (kind === 'api')
    for (const [name, call] of objectEntries(root)) walkDeclaredCall(name, call, walker);
  else walkSettings(kind, root, walker);
}

function walkPage(page: Json, pointer: Pointer, parent: OwnerNode | undefined, walker: Walker): void {
  const schedules = walkSchedule(page['schedule'], [...pointer, 'schedule'], parent?.schedules ?? [], walker);
  const own = routeParams([page['path'], ...asList(page['alias'])]);
  const owner: OwnerNode = {
    kind: 'page',
    value: page,
    pointer,
    parent,
    access: accessOf(page['access'], walker) ?? parent?.access ?? VISITOR,
    ids: blockIds(page['blocks'], [...pointer, 'blocks']),
    schedules,
    scope: {
      data: new Map([...(parent?.scope.data ?? []), ...declaredData(page, pointer)]),
      kept: new Map(),
      params: asList(page['children']).length > 0 ? undefined : own,
    },
  };
  walker.emit('owner', owner);
  walkRole(page['access'], [...pointer, 'access'], walker);
  const meta = asObject(page['meta']);
  for (const key of SHELL_KEYS) {
    const shell = meta[key];
    if (typeof shell === 'string')
      walker.emit('name', { kind: 'shell', name: shell, pointer: [...pointer, 'meta', key] });
  }
  const linking = { scope: owner.scope, owner, block: undefined, use: 'link' } as const;
  const { redirect } = page;
  if (isObject(redirect)) walkValue(redirect['to'], [...pointer, 'redirect', 'to'], LINK, linking, walker);
  else walkValue(redirect, [...pointer, 'redirect'], LINK, linking, walker);
  walkClosed(page, pointer, owner, walker);
  const remembering = { scope: owner.scope, owner, block: undefined, use: 'argument' } as const;
  walkRemembered(page['remember'], [...pointer, 'remember'], remembering, walker);
  walkContent(page, pointer, owner, walker);
  for (const [index, child] of asList(page['children']).entries()) {
    if (isObject(child)) walkPage(child, [...pointer, 'children', index], owner, walker);
  }
}

/** The addresses that a page redirects to while it is closed, which may not contain references. */
function walkClosed({ schedule }: Json, pointer: Pointer, owner: OwnerNode, walker: Walker): void {
  if (!isObject(schedule)) return;
  const outer = owner.schedules.slice(0, -1);
  for (const side of ['before', 'after'] as const) {
    const closed = { side, schedule, outer };
    const context = { scope: NO_SCOPE, owner, block: undefined, use: 'link', closed } as const;
    walkValue(schedule[side], [...pointer, 'schedule', side], LINK, context, walker);
  }
}

const NO_SCOPE: Scope = { data: new Map(), kept: new Map(), params: undefined };

const LINK: JsonSchema = { type: 'string', format: 'link' };

/** The role that a page declares; for an unknown one, which unknown-role reports, the strictest, so that no other check reports it. */
function accessOf(value: unknown, { project }: Walker): string | undefined {
  if (value === undefined) return undefined;
  const roles = roleNames(project.site);
  return roles.find((role) => role === value) ?? roles.at(-1);
}

function walkRole(value: unknown, pointer: Pointer, walker: Walker): void {
  if (typeof value === 'string') walker.emit('name', { kind: 'role', name: value, pointer });
}

function walkShell(shell: Json, walker: Walker): void {
  const scope: Scope = { data: declaredData(shell, []), kept: new Map(), params: undefined };
  const ids = blockIds(shell['blocks'], ['blocks']);
  const place = { pointer: [], parent: undefined, access: undefined, schedules: [] };
  const owner: OwnerNode = { kind: 'shell', value: shell, scope, ids, ...place };
  walker.emit('owner', owner);
  walkContent(shell, [], owner, walker);
}

function walkContent(value: Json, pointer: Pointer, owner: OwnerNode, walker: Walker): void {
  const { scope } = owner;
  for (const [name, entry] of objectEntries(value['data'])) {
    const here = [...pointer, 'data', name];
    walker.emit('data', { name, value: entry, pointer: here, owner });
    walkCall(entry, here, { scope, owner, block: undefined, use: 'argument' }, walker);
    walkCondition(entry['when'], [...here, 'when'], { scope, owner, block: undefined }, walker);
  }
  const around = { owner, parent: undefined, scope, schedules: owner.schedules };
  walkBlocks(value['blocks'], [...pointer, 'blocks'], around, walker);
}

function declaredData(owner: Json, pointer: Pointer): Map<string, DeclaredData> {
  return new Map(
    objectEntries(owner['data']).map(([name, entry]) => {
      const call = typeof entry['call'] === 'string' ? entry['call'] : '';
      return [name, { call, value: entry, pointer: [...pointer, 'data', name] }];
    }),
  );
}

function blockIds(
  blocks: unknown,
  at: Pointer,
  into = new Map<string, IdentifiedBlock>(),
): Map<string, IdentifiedBlock> {
  for (const [index, block] of asList(blocks).entries()) {
    const { id, block: type, blocks: inner } = asObject(block);
    const pointer = [...at, index];
    if (typeof id === 'string') into.set(id, { type: typeof type === 'string' ? type : '', pointer });
    if (inner !== undefined) blockIds(inner, [...pointer, 'blocks'], into);
  }
  return into;
}

function walkDeclaredCall(name: string, call: Json, walker: Walker): void {
  walker.emit('call', { name, value: call, pointer: [name] });
  walkRole(call['access'], [name, 'access'], walker);
  for (const [index, renewed] of asList(call['renews']).entries()) {
    if (typeof renewed === 'string')
      walker.emit('name', { kind: 'call', name: renewed, pointer: [name, 'renews', index] });
  }
  for (const part of ['params', 'query', 'body']) walkFields(call[part], [name, part], walker);
  const { response } = call;
  if (isObject(response)) walkFields(response, [name, 'response'], walker);
  else walkField(response, [name, 'response'], walker);
}

function walkFields(fields: unknown, pointer: Pointer, walker: Walker): void {
  for (const [name, field] of Object.entries(asObject(fields))) walkField(field, [...pointer, name], walker);
}

/** How entities are named; what is no such name is reported by config-shape. */
const TYPE_NAME = /^[a-z][A-Za-z0-9-]*$/;

function walkField(field: unknown, pointer: Pointer, walker: Walker): void {
  if (isObject(field)) {
    walkField(field['type'], [...pointer, 'type'], walker);
    walkFields(field['fields'], [...pointer, 'fields'], walker);
  } else if (typeof field === 'string') {
    const { name } = parseTypeExpression(field);
    if (TYPE_NAME.test(name) && !SCALAR_NAMES.has(name))
      walker.emit('name', { kind: 'entity', name, pointer });
  }
}

/** site.yaml, errors.yaml, ads.yaml: links, roles, the user's call and schedules. */
function walkSettings(kind: 'site' | 'errors' | 'ads', root: Json, walker: Walker): void {
  if (kind === 'ads') {
    for (const [name, slot] of objectEntries(root))
      walkSchedule(slot['schedule'], [name, 'schedule'], [], walker);
    return;
  }
  const schema = walker.project.library.config.get(kind) ?? {};
  const { roles, ...settings } = root;
  walkValue(settings, [], schema, { ...SETTINGS, use: 'message' }, walker);
  if (kind !== 'site') return;
  walkRoles(asObject(roles), walker);
  walkRole(root['gated'], ['gated'], walker);
  const call = asObject(root['user'])['call'];
  if (typeof call === 'string') walker.emit('name', { kind: 'call', name: call, pointer: ['user', 'call'] });
}

const SETTINGS = { scope: NO_SCOPE, owner: undefined, block: undefined };

/** Each role: its condition, and the page and texts for those who do not have it. */
function walkRoles(roles: Json, walker: Walker): void {
  const schema = walker.project.library.resolve('config:site#/$defs/role') ?? {};
  for (const [name, role] of Object.entries(roles)) {
    const pointer = ['roles', name];
    if (!isObject(role) || !('when' in role)) walkCondition(role, pointer, SETTINGS, walker);
    else {
      const { when, ...rest } = role;
      walkCondition(when, [...pointer, 'when'], SETTINGS, walker);
      walkValue(rest, pointer, schema, { ...SETTINGS, use: 'message' }, walker);
    }
  }
}
