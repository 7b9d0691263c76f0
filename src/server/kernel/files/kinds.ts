import type { Role } from '../http/visitor.ts';

/** The purpose of a file: who may upload it, who may read it, and which media types it may have. */
export interface UploadKind {
  label: string;
  /** Anybody may read it; else only its company and staff. */
  isPublic: boolean;
  /** The role that may upload one. */
  access: Role;
  types: readonly string[];
}

const IMAGES = ['image/jpeg', 'image/png', 'image/webp'];
/** domain §1: certificates are JPG, PNG or PDF. */
const DOCUMENTS = ['image/jpeg', 'image/png', 'application/pdf'];

/** SVG is not accepted as an image: it can contain scripts. */
export const UPLOAD_KINDS: Readonly<Record<string, UploadKind>> = {
  ad: { label: '广告图', isPublic: true, access: 'staff', types: IMAGES },
  article: { label: '文章配图', isPublic: true, access: 'staff', types: IMAGES },
  avatar: { label: '头像', isPublic: true, access: 'member', types: IMAGES },
  certificate: { label: '证照', isPublic: false, access: 'member', types: DOCUMENTS },
  voucher: { label: '转账凭证', isPublic: false, access: 'member', types: DOCUMENTS },
  receipt: { label: '含麻回执', isPublic: false, access: 'member', types: DOCUMENTS },
  return: { label: '售后凭证', isPublic: false, access: 'member', types: DOCUMENTS },
  report: { label: '药检报告', isPublic: false, access: 'staff', types: DOCUMENTS },
  invoice: { label: '发票', isPublic: false, access: 'staff', types: DOCUMENTS },
  feedback: { label: '反馈附件', isPublic: false, access: 'member', types: DOCUMENTS },
};

const NAMES: Record<string, string> = {
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'application/pdf': 'PDF',
};

/** `JPG、PNG、PDF` */
export const typesText = ({ types }: UploadKind) => types.map((type) => NAMES[type] ?? type).join('、');
