import { createInterface } from 'node:readline/promises';
import { StartFault } from '#engine/host/process/start-fault.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { passwordProblem } from '../passwords/policy.ts';

/** Least length of a staff password: it gives access to the back office. */
const MIN_LENGTH = 10;

const HELP_TEXT =
  '还没有员工账号。请在终端里启动以便输入,或设置 STAFF_USERNAME 与 STAFF_PASSWORD(至少 10 位)后重新启动一次。';

interface Credentials {
  username: string;
  password: string;
}

/**
 * Creates the first staff account when there is none: the given one, else by prompts in the terminal. Without either the
 * shop starts, and the console says how to create one.
 */
export async function requireStaff(db: Db, company: string, given?: Credentials): Promise<void> {
  const existing = await db
    .selectFrom('members')
    .select('id')
    .where('is_staff', '=', true)
    .limit(1)
    .executeTakeFirst();
  if (existing) return;
  const credentials = given ?? (process.stdin.isTTY ? await promptCredentials() : null);
  if (credentials === null) {
    console.warn(HELP_TEXT);
    return;
  }
  await createStaff(db, company, credentials);
  console.log(`已建立员工账号 ${credentials.username}`);
}

/** Creates a staff account, in a company that represents the shop itself. */
async function createStaff(db: Db, company: string, { username, password }: Credentials): Promise<void> {
  if (password.length < MIN_LENGTH) throw new StartFault(`员工密码至少 ${MIN_LENGTH} 位`);
  const problem = await passwordProblem(password, { username, phone: null });
  if (problem) throw new StartFault(`员工${problem.message}`);
  const now = Math.floor(Date.now() / 1000);
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('companies')
      .values({ name: company, type: WHOLESALER, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('members')
      .values({
        company_id: id,
        username,
        name: username,
        password_hash: passwordHash,
        is_staff: true,
        created_at: now,
      })
      .execute();
  });
}

/** domain §1 `company_type` 批发企业 */
const WHOLESALER = 8;

async function promptCredentials(): Promise<Credentials> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    console.log('建立第一个员工账号');
    const username = (await terminal.question('用户名:')).trim();
    const password = await terminal.question(`密码(至少 ${MIN_LENGTH} 位):`);
    return { username, password };
  } finally {
    terminal.close();
  }
}
