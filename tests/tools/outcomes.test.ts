import { expect, test } from 'vitest';
import { findOutcomes } from '#tools/outcomes.ts';

const server = (files: Record<string, string>) =>
  new Map(
    Object.entries({ ...files, 'kernel/result/answer.ts': ANSWERS }).map(([name, text]) => [
      `src/server/${name}`,
      text,
    ]),
  );

const ANSWERS = `
export function ok(data) { return { code: 200, data }; }
export function made(data) { return { code: 201, data }; }
export function refuse(name) { return { name }; }
export function refuseField(field, message) { return refuse('invalid'); }
`;

test('what a call may answer is read from what its handler reaches, over modules and by other names', () => {
  const found = findOutcomes(
    server({
      'modules/cart/routes.ts': `
        import { ok } from '../../kernel/result/answer.ts';
        import { addLine as add } from '#server/modules/cart/add.ts';
        import type { Refused } from './other.ts';
        export default defineRoutes({
          'cart.add': (request) => request.transaction(async (db) => add(db, request) ?? ok({})),
          'cart.total': async () => ok({ total: 0 }),
        });`,
      'modules/cart/add.ts': `
        import { made, refuse } from '../../kernel/result/answer.ts';
        import { checked } from './checked.ts';
        const LIMITS = { none: (late) => refuse(late ? 'gone' : 'tooLarge') };
        export const addLine = async (db) => (await checked(db)) ?? LIMITS.none() ?? made({});
        export const unasked = () => refuse('forbidden');`,
      'modules/cart/checked.ts': `export { judge as checked } from './judge.ts';`,
      'modules/cart/judge.ts': `
        import { refuseField } from '../../kernel/result/answer.ts';
        export function judge({ number }) { return number > 1 ? null : refuseField('number', '…'); }`,
      'modules/cart/other.ts': `
        import { refuse } from '../../kernel/result/answer.ts';
        export const other = refuse('notFound');`,
    }),
  );
  expect(Object.fromEntries(found)).toEqual({
    'cart.add': { codes: [200, 201], refusals: ['gone', 'invalid', 'tooLarge'] },
    'cart.total': { codes: [200], refusals: [] },
  });
});

test('what later modules add to a port counts for whoever calls it', () => {
  const found = findOutcomes(
    server({
      'modules/orders/ports.ts': `export const mayOrder = createPort();`,
      'modules/orders/routes.ts': `
        import { ok } from '../../kernel/result/answer.ts';
        import { mayOrder } from './ports.ts';
        export default defineRoutes({ 'order.create': async (request) => (await mayOrder.call(request)) ?? ok({}) });`,
      'modules/orders/index.ts': `export { mayOrder } from './ports.ts';`,
      'modules/compliance/index.ts': `
        import { refuse } from '../../kernel/result/answer.ts';
        import { mayOrder } from '../orders/index.ts';
        export const compliance = defineModule({ connect() { mayOrder.add(async () => refuse('gone')); } });`,
    }),
  );
  expect(found.get('order.create')).toEqual({ codes: [200], refusals: ['gone'] });
});
