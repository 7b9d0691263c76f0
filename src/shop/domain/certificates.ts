import { DAY, dayEnd } from './calendar.ts';
/** One kind of certificate (domain §1): who must have it, and what having it lets a company buy. */
export interface CertificateKind {
  label: string;
  /** What to send, shown beside the field. */
  hint: string;
  /** Company types that must have it. */
  needed: readonly number[];
  /** Of these, the types that must only when they are private. */
  privateOnly?: readonly number[];
  /** Company types to whom it is offered; all when left out. */
  offered?: readonly number[];
  /** Business scopes that it unlocks. */
  unlocks: readonly string[];
}

const ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const MEDICAL = [5, 6, 7];
const PHARMACIES = [1, 2, 3, 4, 8];
const DRUGS = ['hxy', 'kss', 'shy', 'zcy', 'swzp', 'zyyp', 'other'];

/** In the order in which forms show them. */
export const CERTIFICATE_KINDS = {
  business_licence: {
    label: '营业执照',
    hint: '三证合一的营业执照，证号即统一社会信用代码',
    needed: ALL,
    privateOnly: MEDICAL,
    unlocks: ['other'],
  },
  drug_licence: {
    label: '药品经营许可证',
    hint: '有变更页的，请一并上传',
    needed: PHARMACIES,
    offered: PHARMACIES,
    unlocks: DRUGS,
  },
  medical_licence: {
    label: '医疗机构执业许可证或诊所备案',
    hint: '诊所可用诊所备案凭证',
    needed: MEDICAL,
    offered: MEDICAL,
    unlocks: DRUGS,
  },
  device_licence: {
    label: '医疗器械经营许可或备案',
    hint: '上传并通过后可采购医疗器械',
    needed: [9],
    unlocks: ['qx1', 'qx2'],
  },
  food_licence: {
    label: '食品经营许可或备案',
    hint: '上传并通过后可采购保健食品',
    needed: [],
    unlocks: ['bjsp'],
  },
  mandate: {
    label: '采购授权委托书',
    hint: '写明被委托人与期限，加盖公章',
    needed: ALL,
    unlocks: [],
  },
  mandate_identity: {
    label: '被委托人身份证',
    hint: '正反两面，可分两个文件；加盖公章',
    needed: ALL,
    unlocks: [],
  },
  quality_agreement: {
    label: '质量保证协议',
    hint: '已有纸质协议的可上传；没有的，通过审核后在线签署电子合同即可',
    needed: [],
    unlocks: [],
  },
  ephedrine_mandate: {
    label: '含麻委托书',
    hint: '上传并通过后可采购含特殊药品复方制剂',
    needed: [],
    offered: [...PHARMACIES, ...MEDICAL],
    unlocks: ['hm'],
  },
} as const satisfies Record<string, CertificateKind>;

export type CertificateName = keyof typeof CERTIFICATE_KINDS;

/** What decides which certificates are required or offered. */
export interface CompanyKind {
  /** domain §1 `company_type`, 1 to 9 */
  type: number;
  isPrivate: boolean;
}

const KINDS: ReadonlyMap<string, CertificateKind> = new Map(Object.entries(CERTIFICATE_KINDS));

export const isCertificateName = (name: string): name is CertificateName => KINDS.has(name);

/** What the kind is called; the name itself where there is no such kind. */
export const certificateLabel = (name: string): string => KINDS.get(name)?.label ?? name;

/** Must this company have that certificate? */
function needsCertificate(name: CertificateName, { type, isPrivate }: CompanyKind): boolean {
  const { needed, privateOnly = [] }: CertificateKind = CERTIFICATE_KINDS[name];
  return needed.includes(type) && (isPrivate || !privateOnly.includes(type));
}

/** The certificates that a company may upload, each with whether it is required. */
export function certificatesFor(
  company: CompanyKind,
): { name: CertificateName; kind: CertificateKind; needed: boolean }[] {
  return [...KINDS].flatMap(([name, kind]) =>
    isCertificateName(name) && (kind.offered ?? ALL).includes(company.type)
      ? [{ name, kind, needed: needsCertificate(name, company) }]
      : [],
  );
}

/** Days before its end from which a certificate counts as 临期 (domain §1). */
const EXPIRING_DAYS = 60;

export type CertificateAge = 'valid' | 'expiring' | 'expired';

export const CERTIFICATE_AGES: Readonly<Record<CertificateAge, string>> = {
  valid: '有效',
  expiring: '临期',
  expired: '已过期',
};

/** Good through its last day. @param expires a day, or null for 长期 */
export function certificateAge(expires: string | null, now: number): CertificateAge {
  if (expires === null) return 'valid';
  const left = dayEnd(expires) - now;
  if (left <= 0) return 'expired';
  return left <= (EXPIRING_DAYS + 1) * DAY ? 'expiring' : 'valid';
}

/** `还有 45 天`, `今天到期`, `已过期 3 天`, `长期有效`. @param expires as above */
export function certificateLeft(expires: string | null, now: number): string {
  if (expires === null) return '长期有效';
  const days = Math.ceil((dayEnd(expires) - now) / DAY) - 1;
  if (days > 0) return `还有 ${days} 天`;
  return days === 0 ? '今天到期' : `已过期 ${-days} 天`;
}
