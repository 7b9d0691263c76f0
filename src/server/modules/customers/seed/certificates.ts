import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { DAY } from '#shop/domain/calendar.ts';
import { type CertificateName, certificateLabel, certificatesFor } from '#shop/domain/certificates.ts';
import { formatDate } from '#shop/domain/format.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { UploadStorage } from '../../../kernel/outside/storage/storage.ts';
import { insertRows } from '../../../kernel/seed/insert.ts';
import { requalify } from '../certificates/qualify.ts';

/** Days until the end of what is not simply valid for years, by account and kind. */
const EXPIRES_IN_DAYS: Readonly<Record<string, Partial<Record<CertificateName, number>>>> = {
  demo: { mandate: 41, food_licence: -20 },
  clinic: { mandate: 55 },
  chain: { device_licence: 12 },
  'chain-a': { mandate: 30 },
};

/** Certificates beyond the needed ones, which unlock further scopes. */
const EXTRA: Readonly<Record<string, readonly CertificateName[]>> = {
  demo: ['device_licence', 'food_licence', 'ephedrine_mandate'],
  chain: ['device_licence', 'food_licence'],
};

/** Whose registration waits for review. */
const WAITING = 'newbie';

const ISSUERS: Readonly<Record<string, string>> = {
  business_licence: '武汉市江汉区市场监督管理局',
  drug_licence: '武汉市药品监督管理局',
  medical_licence: '武汉市江汉区卫生健康局',
  device_licence: '武汉市药品监督管理局',
  food_licence: '武汉市江汉区市场监督管理局',
  mandate: '本单位',
  mandate_identity: '武汉市公安局江汉分局',
  ephedrine_mandate: '本单位',
};

/**
 * Certificates of the named demo accounts in every state of validity, and one pending registration, each with a
 * picture.
 */
export async function seedCertificates(db: Db, now: number, files: UploadStorage | undefined): Promise<void> {
  const members = await db
    .selectFrom('members')
    .innerJoin('companies', 'companies.id', 'members.company_id')
    .select(['members.id', 'members.company_id', 'members.username', 'companies.type'])
    .where('members.is_staff', '=', false)
    .where('members.username', 'not like', 'buyer-%')
    .orderBy('members.id')
    .execute();
  for (const member of members) {
    await describeCompany(db, member, now);
    const kinds = certificatesFor({ type: member.type, isPrivate: true }).filter(
      ({ name, needed }) => needed || EXTRA[member.username]?.includes(name),
    );
    for (const { name } of kinds) {
      const upload = await seedUpload(db, { member, name, now }, files);
      await seedOne(db, { member, name, now }, upload);
    }
    if (member.username !== WAITING) await requalify(db, member.company_id, now);
  }
}

/** When it was registered, submitted and passed. */
async function describeCompany(
  db: Db,
  { id, company_id, username }: { id: number; company_id: number; username: string },
  now: number,
): Promise<void> {
  const waits = username === WAITING;
  await db
    .updateTable('companies')
    .set({
      submitted_at: waits ? now - 3 * 3_600 : now - 399 * DAY,
      reviewed_at: waits ? null : now - 398 * DAY,
    })
    .where('id', '=', company_id)
    .execute();
  await insertRows(db, 'registrations', [
    { member_id: id, company_id, is_store: false, created_at: now - 400 * DAY },
  ]);
}

interface SeedTarget {
  member: { id: number; company_id: number; username: string };
  name: CertificateName;
  now: number;
}

async function seedOne(db: Db, { member, name, now }: SeedTarget, upload: string): Promise<void> {
  const waits = member.username === WAITING;
  const left = EXPIRES_IN_DAYS[member.username]?.[name];
  const long = name === 'business_licence';
  const issued = formatDate(now - (name.includes('mandate') ? 300 : 700) * DAY);
  await insertRows(db, 'certificates', [
    {
      company_id: member.company_id,
      kind: name,
      number: numberOf(name, member.id),
      issuer: ISSUERS[name] ?? '',
      issued,
      expires: long ? null : formatDate(now + (left ?? 900) * DAY),
      files: [upload],
      state: waits ? 'pending' : 'approved',
      submitted_at: waits ? now - 3 * 3_600 : now - 399 * DAY,
      reviewed_at: waits ? null : now - 398 * DAY,
    },
  ]);
}

/** Numbers that no real certificate has. */
function numberOf(name: CertificateName, member: number): string {
  const digits = createHash('sha256').update(`${name} ${member}`).digest().readUInt32BE().toString();
  return name === 'business_licence' ? creditCodeOf(member) : `演${digits.padStart(10, '0')}`;
}

const SIGNS = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** A credit code with a right check digit, in a district that does not exist (999999). */
export function creditCodeOf(member: number): string {
  const body = `91999999MA${String(member).padStart(7, '0')}`;
  let weight = 1;
  let sum = 0;
  for (const sign of body) {
    sum += SIGNS.indexOf(sign) * weight;
    weight = (weight * 3) % 31;
  }
  return body + (SIGNS[(31 - (sum % 31)) % 31] ?? '');
}

const FOLDER = new URL('./certificates/', import.meta.url);
const pictures = new Map<string, Promise<Buffer>>();

function pictureOf(name: string): Promise<Buffer> {
  let picture = pictures.get(name);
  if (!picture) pictures.set(name, (picture = readFile(new URL(`${name}.jpg`, FOLDER))));
  return picture;
}

async function seedUpload(
  db: Db,
  { member, name, now }: SeedTarget,
  files: UploadStorage | undefined,
): Promise<string> {
  const bytes = await pictureOf(name);
  const id = createHash('sha256').update(`demo ${member.id} ${name}`).digest('base64url').slice(0, 22);
  await files?.put(id, bytes);
  await insertRows(db, 'uploads', [
    {
      id,
      kind: 'certificate',
      is_public: false,
      member_id: member.id,
      company_id: member.company_id,
      name: `${certificateLabel(name)}.jpg`,
      type: 'image/jpeg',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      created_at: now - 399 * DAY,
    },
  ]);
  return id;
}
