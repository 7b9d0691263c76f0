import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { describeSettings } from '#engine/host/process/settings.ts';
import { optionsFromEnvironment } from '#server/process/options.ts';
import { SETTINGS, warnOfUnknownSettings } from '#server/process/settings.ts';

const execute = promisify(execFile);

function unknown(env: Record<string, string>): string[] {
  const lines: string[] = [];
  warnOfUnknownSettings(env, (line) => lines.push(line));
  return lines;
}

describe('a group of settings', () => {
  const groups = [
    { STAFF_USERNAME: 'first', STAFF_PASSWORD: 'Password@2026' },
    { ALIPAY_APP_ID: '2026', ALIPAY_PRIVATE_KEY: 'key', ALIPAY_PUBLIC_KEY: 'key' },
    {
      ALIYUN_SMS_ACCESS_KEY_ID: 'id',
      ALIYUN_SMS_ACCESS_KEY_SECRET: 'secret',
      ALIYUN_SMS_SIGN_NAME: '药',
      ALIYUN_SMS_TEMPLATE: 'SMS_1',
    },
    { WECHAT_APP_ID: 'id', WECHAT_APP_SECRET: 'secret' },
    {
      UPLOADS_S3_ENDPOINT: 'http://s3.example',
      UPLOADS_S3_BUCKET: 'bucket',
      UPLOADS_S3_ACCESS_KEY_ID: 'id',
      UPLOADS_S3_SECRET_ACCESS_KEY: 'secret',
    },
  ].map((group): [string, Record<string, string>] => [Object.keys(group).join(' '), group]);

  it.each(groups)('is taken whole, and refused without any one of %s', (_, group) => {
    expect(() => optionsFromEnvironment(group)).not.toThrow();
    for (const name of Object.keys(group))
      expect(() => optionsFromEnvironment({ ...group, [name]: '' })).toThrow(name);
  });

  it('is not begun by an optional member of it', () => {
    expect(() => optionsFromEnvironment({ UPLOADS_S3_REGION: 'cn' })).toThrow('UPLOADS_S3_ENDPOINT');
  });
});

describe('a variable of the environment', () => {
  it('that begins like a setting and is none is told with those that there are', () => {
    const [line = '', ...more] = unknown({ ALIPAY_APPID: '1', PATH: '/bin', HOME: '/', SEED: 'demo' });
    expect(more).toEqual([]);
    expect(line).toContain('ALIPAY_APPID');
    expect(line).toContain('ALIPAY_APP_ID');
  });

  it('that is set to nothing counts as not set', () => {
    expect(unknown({ ALIPAY_APPID: '' })).toEqual([]);
  });
});

describe('the list of settings', () => {
  it('shows values and defaults, and no secret', () => {
    const env = Object.fromEntries(SETTINGS.map(({ name }) => [name, `canary-${name}`]));
    const text = describeSettings(SETTINGS, env, 'zh');
    for (const { name, ...setting } of SETTINGS) {
      expect(text).toContain(`${name} = `);
      expect([name, text.includes(`canary-${name}\n`) || text.includes(`canary-${name} `)]).toEqual([
        name,
        !('secret' in setting),
      ]);
    }
  });

  it('marks as secret whatever is a key that is not public, a token, a password, or holds one', () => {
    const secret = SETTINGS.filter((setting) => 'secret' in setting).map(({ name }) => name);
    const like = SETTINGS.map(({ name }) => name).filter((name) =>
      /SECRET|PASSWORD|TOKEN|(?<!PUBLIC)_KEY$|_HEADERS$|DATABASE_URL|SMTP_URL/.test(name),
    );
    expect(secret).toEqual(like);
  });

  it('is printed by the start, which then ends; what is wrong ends it with 1', async () => {
    const list = (env: NodeJS.ProcessEnv) =>
      execute('node', ['tools/server/start.ts', '--settings', '--lang', 'en'], {
        env: { ...process.env, ...env },
      });
    const { stdout, stderr } = await list({ PORT: '8099', METRICS_TOKEN: 'canary', SEED_GOOD: '3' });
    expect(stdout).toContain('PORT = 8099  (default: 8080)');
    expect(stdout).not.toContain('canary');
    expect(stderr).toContain('there is no setting SEED_GOOD');
    /* At the same time: a busy machine is where a process that ends would wait for its own threads. */
    const wrong = await Promise.allSettled(Array.from({ length: 4 }, () => list({ WECHAT_APP_ID: 'id' })));
    for (const ended of wrong)
      expect(ended).toMatchObject({
        status: 'rejected',
        reason: { code: 1, stderr: expect.stringContaining('WECHAT_APP_SECRET') as unknown },
      });
  });
});

it('the runbook says of each secret what it is for, and when and how it is changed', async () => {
  const runbook = await readFile('src/server/README.md', 'utf8');
  const [, section = ''] = /\n## Keys\n([\s\S]*?)\n## /.exec(runbook) ?? [];
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.map((row) => /^\| `([A-Z\d_]+)`/.exec(row)?.[1]).filter((name) => name !== undefined);
  const secrets = SETTINGS.filter((setting) => 'secret' in setting).map(({ name }) => name);
  expect(named.toSorted()).toEqual(secrets.toSorted());
  for (const row of rows) expect(row.split('|').filter((cell) => cell.trim() !== '')).toHaveLength(4);
});
