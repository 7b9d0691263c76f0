import { randomUUID } from 'node:crypto';
import type { startBucket } from '../stand-ins/bucket.ts';
import type { Client } from './client.ts';
import type { Notes } from './drill.ts';
import type { DrillShop } from './shop.ts';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

type Bucket = Awaited<ReturnType<typeof startBucket>>;

/** Where it takes place; `slow`: the milliseconds that a slow store takes. */
interface Place {
  shop: DrillShop;
  slow: number;
  notes: Notes;
}

/** Uploads while the object store is as it should be, slow, failing and away; what it has is given out unchanged. */
export async function breakStorage(
  { shop, slow, notes }: Place,
  buyer: Client,
  { state }: Bucket,
): Promise<void> {
  const upload = (key: string = randomUUID()) =>
    buyer.call(
      'upload.create',
      { body: { kind: 'voucher', file: new File([PICTURE], 'a.png', { type: 'image/png' }) } },
      { key },
    );
  const isServed = async (url: string) => {
    const response = await fetch(shop.url + url, { headers: { cookie: buyer.cookie } });
    return Buffer.from(await response.arrayBuffer()).equals(PICTURE);
  };
  const first = await upload();
  notes.expect(first.status < 300, `an upload was answered with ${first.status} ${first.message}`);
  state.delay = slow;
  const slowly = await upload();
  notes.expect(slowly.status < 300, `an upload to a slow store was answered with ${slowly.status}`);
  state.delay = 0;
  for (const fault of [{ failing: true }, { reachable: false }]) {
    Object.assign(state, fault);
    const key = randomUUID();
    const { status, message, retryAfter } = await upload(key);
    const isClear = status === 503 && retryAfter !== null && /\p{Script=Han}/u.test(message);
    notes.expect(isClear, `${Object.keys(fault).join()}: an upload was answered with ${status} ${message}`);
    Object.assign(state, { failing: false, reachable: true });
    const again = await upload(key);
    notes.expect(again.status < 300, `the same upload later was answered with ${again.status}`);
    notes.expect(await isServed(again.data.url), 'a file came back changed');
  }
  notes.expect(await isServed(first.data.url), 'the first file is gone');
}
