import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A carrier of text messages that speaks Aliyun's protocol over HTTPS. @param folder where its certificate goes */
export async function startSms(folder: string) {
  const [keyFile, certificate] = [join(folder, 'sms.key'), join(folder, 'sms.pem')];
  const request =
    'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost';
  await run('openssl', [...request.split(' '), '-keyout', keyFile, '-out', certificate]);
  /** Phones that were sent a message. */
  const sent: string[] = [];
  /** `answers`: what it says of each message, in place of its own answer. */
  const state: { reachable: boolean; delay: number; answers: string | null } = {
    reachable: true,
    delay: 0,
    answers: null,
  };
  const files = { key: await readFile(keyFile), cert: await readFile(certificate) };
  const server = createServer(files, (request, response) => {
    if (!state.reachable) {
      request.socket.destroy();
      return;
    }
    const { searchParams } = new URL(request.url ?? '', 'https://sms');
    if (state.answers === null) sent.push(searchParams.get('PhoneNumbers') ?? '');
    setTimeout(
      () => response.end(state.answers ?? JSON.stringify({ Code: 'OK', Message: 'OK' })),
      state.delay,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    sent,
    state,
    env: {
      ALIYUN_SMS_ENDPOINT: `localhost:${(server.address() as AddressInfo).port}`,
      ALIYUN_SMS_ACCESS_KEY_ID: 'drill',
      ALIYUN_SMS_ACCESS_KEY_SECRET: 'drill',
      ALIYUN_SMS_SIGN_NAME: '演练',
      ALIYUN_SMS_TEMPLATE: 'SMS_1',
      NODE_EXTRA_CA_CERTS: certificate,
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
