import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, it } from 'vitest';

const FOLDER = 'tests/server/attacks';

/** Attacks that stand among the tests of what they are made on: family -> file -> a title in it. */
const ELSEWHERE: readonly [family: string, file: string, title: string][] = [
  [
    'IDOR',
    'tests/server/roles/matrix.test.ts',
    "it.for(calls.filter((name) => rowsOf(name).length > 0))('%s'",
  ],
  [
    'IDOR',
    'tests/server/roles/documents.test.ts',
    '%s: given to its company and staff, to others as if there were none',
  ],
  ['races', 'tests/server/modules/orders/races.test.ts', 'sells exactly the stock'],
  ['races', 'tests/server/modules/orders/races.test.ts', 'uses a coupon once'],
  ['races', 'tests/server/modules/orders/races.test.ts', 'never spends a wallet below zero'],
  [
    'races',
    'tests/server/modules/orders/races.test.ts',
    'makes one order of one cart, however often it is sent',
  ],
  [
    'races',
    'tests/server/modules/promotions/races.test.ts',
    'hands out no more coupons than there are, and one to each company',
  ],
  [
    'races',
    'tests/server/modules/promotions/races.test.ts',
    'sells no more to requests that arrive all at once',
  ],
  [
    'races',
    'tests/server/modules/after-sales/races.test.ts',
    'repays a bill once, however often it is asked',
  ],
  [
    'races',
    'tests/server/modules/after-sales/races.test.ts',
    'settles a return once when two members of staff press together',
  ],
  [
    'races',
    'tests/server/modules/rewards/lottery.test.ts',
    'gives a company one draw, however many it starts at once',
  ],
  [
    'races',
    'tests/server/modules/rewards/rewards.test.ts',
    'redeems points once for each piece, however many ask at once',
  ],
  ['races', 'tests/server/modules/identity/codes.test.ts', 'do not give more tries to many at once'],
  [
    'payments: forged, replayed and wrong notices',
    'tests/server/modules/payments/alipay.test.ts',
    'believes nothing that is forged',
  ],
  ['SSRF', 'tests/engine/host/api/public-network.test.ts', 'is refused where it leads to this machine'],
  ['SSRF', 'tests/engine/host/api/forward.test.ts', 'and leads to a login page elsewhere is not followed'],
  ['XSS', 'tests/e2e/content-policy.test.ts', "test.each(Object.entries(INJECTED))('%s takes no effect'"],
  ['XSS', 'tests/e2e/content-policy.test.ts', 'text does not become markup by a script of the page'],
  ['XSS', 'tests/engine/app/lifted-styles.test.ts', 'become no rule when they could change others'],
  ['IDOR', 'tests/server/kernel/files/bucket.test.ts', 'gives nothing when the address is changed to %s'],
  [
    'hostile uploads',
    'tests/server/kernel/http/malware.test.ts',
    'are refused with a virus %s, and not kept',
  ],
  [
    'lock-outs',
    'tests/server/modules/identity/login-limit.test.ts',
    'lets the owner in where they have logged in before, however often strangers have failed',
  ],
  [
    'lock-outs',
    'tests/server/modules/identity/login-limit.test.ts',
    'lets a member change the password, however often strangers have failed',
  ],
  [
    'enumeration',
    'tests/server/modules/identity/codes.test.ts',
    'are refused when wrong, at the field, and after five tries even when right',
  ],
];

/** Family -> the files of its attacks, and how many titles they have. */
async function families(): Promise<Map<string, { files: Set<string>; count: number }>> {
  const found = new Map<string, { files: Set<string>; count: number }>();
  const add = (family: string, file: string) => {
    const known = found.get(family) ?? { files: new Set(), count: 0 };
    known.files.add(file);
    found.set(family, { ...known, count: known.count + 1 });
  };
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.test.ts')).sort();
  for (const name of files) {
    const source = await readFile(`${FOLDER}/${name}`, 'utf8');
    let family = '';
    for (const [, described, tested] of source.matchAll(
      /^describe\('([^']+)'|^ {2}(it)(?:\.each|\(|\.for)/gm,
    )) {
      if (described !== undefined) family = described;
      else if (tested !== undefined) add(family, `${FOLDER}/${name}`);
    }
  }
  for (const [family, file] of ELSEWHERE) add(family, file);
  return found;
}

const MARKED = /(<!-- attacks -->\n)[\s\S]*?(\n<!-- \/attacks -->)/;

it('lists in SECURITY.md the attacks that the tests try', async () => {
  const found = await families();
  const rows = [...found].map(
    ([family, { files, count }]) =>
      `| ${family} | ${count} | ${[...files].map((file) => `[${basename(file, '.test.ts')}](${file})`).join(', ')} |`,
  );
  const table = ['| attack | kinds tried | in |', '|---|---|---|', ...rows].join('\n');
  const security = await readFile('SECURITY.md', 'utf8');
  /* `vitest run tests/documents/attacks.test.ts -u` renews it. */
  await expect(security.replace(MARKED, `$1${table}$2`)).toMatchFileSnapshot('../../SECURITY.md');
  const total = [...found.values()].reduce((sum, { count }) => sum + count, 0);
  expect(total).toBeGreaterThanOrEqual(80);
});

it.each(ELSEWHERE)('%s: %s still tries "%s"', async (_, file, title) => {
  expect(await readFile(file, 'utf8')).toContain(title);
});
