import { Secret, TOTP } from 'otpauth';
import auditLog from '#server/kernel/audit/routes.ts';
import opsFactor from '#server/modules/identity/routes/second-factor.ts';
import user from '#server/modules/identity/routes/user.ts';
import opsStaff from '#server/modules/identity/staff-routes.ts';
import ops from '#server/modules/insights/staff-routes.ts';
import { type StartOptions, startApp, type TestApp } from '../../../support/app.ts';
import type { Browser } from '../../../support/browser.ts';
import { makeMember } from '../../../support/members.ts';

/** A shop with its staff; a real one, where staff must have a second factor, unless `demo`. */
export const startStaff = (demo: boolean, options: Partial<StartOptions> = {}): Promise<TestApp> =>
  startApp({
    routes: { ...user, ...ops, ...auditLog, ...opsStaff, ...opsFactor },
    parts: { demo },
    ...options,
  });

/** What an app that holds this secret shows, now or some steps from now. */
export function codeOf(secret: string, shop: TestApp, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: 30 });
  return totp.generate({ timestamp: (shop.clock.now + steps * 30) * 1000 });
}

let made = 0;

/** Somebody of the staff whom no other test needs; returns the user name. */
export async function newStaff({ db, clock }: TestApp): Promise<string> {
  made += 1;
  const username = `colleague-${made}`;
  await makeMember(db, clock.now, { username, staff: true });
  return username;
}

/** Somebody whose password was right, and who must go on from there. */
export async function withPassword(shop: TestApp, username: string): Promise<Browser> {
  const browser = shop.browser();
  const { code } = await browser.logIn(username);
  if (code !== 200) throw new Error(`${username} could not log in: ${code}`);
  return browser;
}

/** Sets up the second factor at the login; returns the app's secret and the recovery codes. */
export async function enrol(shop: TestApp, browser: Browser): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (await browser.call('login-factor.begin')).data;
  const { data } = await browser.call('login-factor.confirm', { body: { code: codeOf(secret, shop) } });
  return { secret, codes: data.codes.map(({ code }) => code) };
}
