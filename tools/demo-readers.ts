import type { Readers } from '#engine/cli/explain/reader.ts';
import type { Viewer } from '#engine/runtime/scope.ts';
import { logIn } from './site-process.ts';

/** Demo accounts that are approved members (domain §8). */
const APPROVED = [
  'demo',
  'clinic',
  'chain',
  'chain-a',
  'chain-b',
  ...Array.from({ length: 50 }, (_, index) => `buyer-${String(index + 1).padStart(2, '0')}`),
];

const ROLES: readonly (readonly [name: string, role: string])[] = [
  ['member', 'member'],
  ['newbie', 'member'],
  ['approved', 'approved'],
  ['staff', 'staff'],
  ['ops', 'staff'],
  ...APPROVED.map((name) => [name, 'approved'] as const),
];

const viewerOf = (name: string, role: string): Viewer => ({
  show: true,
  role,
  username: name,
  is_passed: role === 'member' ? 0 : 1,
  cart: 0,
  points: 0,
});

/** The roles and the demo accounts of this shop. */
export const demoReaders: Readers = {
  known: new Map(ROLES.map(([name, role]) => [name, viewerOf(name, role)])),
  proposed: ['member', 'newbie', 'approved', 'staff', 'ops', 'demo', 'clinic', 'chain', 'buyer-01'],
  logIn,
};
