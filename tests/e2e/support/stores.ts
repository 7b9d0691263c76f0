import type { APIRequestContext } from 'playwright-core';
import { creditCodeOf } from '#server/modules/customers/seed/certificates.ts';
import { freshNumber } from './tries.ts';

interface Answer {
  code: number;
  message: string;
  data: never;
}

/** A call as the page's own user, for what another test presses through. */
export async function post<Data>(request: APIRequestContext, path: string, data: object): Promise<Data> {
  const answer = (await (await request.post(path, { data })).json()) as Answer;
  if (answer.code >= 300) throw new Error(`${path}: ${answer.message}`);
  return answer.data;
}

export async function get<Data>(request: APIRequestContext, path: string): Promise<Data> {
  return ((await (await request.get(path)).json()) as Answer).data;
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Registers a further store of a chain with the certificates of a pharmacy, lets staff pass it, and answers its id. */
export async function openStore(
  chain: APIRequestContext,
  ops: APIRequestContext,
  name: string,
): Promise<number> {
  const { company_id } = await post<{ company_id: number }>(chain, '/api/register/company', {
    store: 1,
    type: 3,
    name,
    credit_code: creditCodeOf(8_000_000 + freshNumber()),
    legal_person: '王法人',
    principal: '李负责',
    quality_head: '赵质量',
    region: '湖北省武汉市江汉区',
    address: '演示路 88 号',
    warehouse_region: '湖北省武汉市江汉区',
    warehouse: '演示路 88 号一楼',
    buyer: '钱采购',
    receiver: '孙收货',
    receiver_phone: '027-88888888',
  });
  const certificates = [];
  for (const kind of ['business_licence', 'drug_licence', 'mandate', 'mandate_identity']) {
    const sent = await chain.post('/api/upload', {
      multipart: { kind: 'certificate', file: { name: '证照.png', mimeType: 'image/png', buffer: PNG } },
    });
    const { id } = ((await sent.json()) as Answer).data as { id: string };
    certificates.push({
      kind,
      number: '演AA0990001',
      issuer: '演示市药品监督管理局',
      issued: '2025-01-01',
      expires: '2030-01-01',
      long: 0,
      files: [id],
    });
  }
  await post(chain, '/api/register/certificates', { store: 1, certificates });
  interface Review {
    certificates: { certificate: { id: number; state: string } }[];
  }
  const review = await get<Review>(ops, `/api/ops/register/${company_id}`);
  for (const { certificate } of review.certificates) {
    if (certificate.state !== 'pending') continue;
    await post(ops, `/api/ops/register/certificate/${certificate.id}`, { pass: 1 });
  }
  await post(ops, `/api/ops/register/${company_id}`, { pass: 1 });
  return company_id;
}
