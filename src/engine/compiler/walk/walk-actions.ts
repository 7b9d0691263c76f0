import { asList, asObject, isObject, type Json } from '../json.ts';
import { callSchemas } from '../references/call-schemas.ts';
import type { Scope } from '../references/resolve.ts';
import type { JsonSchema } from '../schema/field.ts';
import type { Pointer } from '../source/pointer.ts';
import type { BlockNode } from './nodes.ts';
import { type TextContext, walkCondition, walkRemembered, walkValue } from './walk-values.ts';
import type { Walker } from './walker.ts';

const LINK: JsonSchema = { type: 'string', format: 'link' };

/** Visits a list of actions in order; a response kept with `as` is in the scope of those after it. */
export function walkActions(
  value: unknown,
  pointer: Pointer,
  block: BlockNode,
  scope: Scope,
  walker: Walker,
): void {
  let known = scope;
  for (const [index, action] of asList(value).entries()) {
    if (!isObject(action)) continue;
    walkAction(action, [...pointer, index], block, known, walker);
    if (typeof action['as'] === 'string')
      known = withKept(known, action['as'], action['call'], [...pointer, index, 'as'], walker);
  }
}

function withKept(scope: Scope, name: string, call: unknown, pointer: Pointer, { project }: Walker): Scope {
  const declared = project.calls.get(String(call))?.config;
  const schema = declared === undefined ? {} : callSchemas(declared).answer;
  return { ...scope, kept: new Map([...scope.kept, [name, { schema, pointer }]]) };
}

function walkAction(action: Json, pointer: Pointer, block: BlockNode, scope: Scope, walker: Walker): void {
  walker.emit('action', { value: action, pointer, block, scope });
  const context = { scope, owner: block.owner, block };
  const text = (use: TextContext['use'], key: string, expected: JsonSchema = {}) => {
    if (action[key] !== undefined)
      walkValue(action[key], [...pointer, key], expected, { ...context, use }, walker);
  };
  if ('call' in action) walkCall(action, pointer, { ...context, use: 'argument' }, walker);
  else text('message', 'query');
  walkRemembered(action['remember'], [...pointer, 'remember'], { ...context, use: 'argument' }, walker);
  for (const key of ['toast', 'alert', 'title', 'confirm', 'accept', 'cancel']) text('message', key);
  text('argument', 'with');
  text('link', 'go', LINK);
  const link = asObject(action['link']);
  if (typeof link['to'] === 'string')
    walkValue(link['to'], [...pointer, 'link', 'to'], LINK, { ...context, use: 'link' }, walker);
  walkCondition(action['when'], [...pointer, 'when'], context, walker);
  walkActions(action['then'], [...pointer, 'then'], block, scope, walker);
  walkActions(action['else'], [...pointer, 'else'], block, scope, walker);
}

/** Visits the name and the arguments of a call, in an action or a data entry. */
export function walkCall(value: Json, pointer: Pointer, context: TextContext, walker: Walker): void {
  const name = value['call'];
  if (typeof name !== 'string') return;
  walker.emit('name', { kind: 'call', name, pointer: [...pointer, 'call'] });
  const call = walker.project.calls.get(name)?.config;
  for (const part of ['params', 'query', 'body'] as const) {
    if (value[part] !== undefined) {
      const expected = call === undefined ? {} : callSchemas(call)[part];
      walkValue(value[part], [...pointer, part], expected, context, walker);
    }
  }
}
