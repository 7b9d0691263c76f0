import type { InvoiceKind, InvoiceState } from '../tables.ts';

export const KIND_TEXT: Record<InvoiceKind, string> = {
  special: '电子发票（增值税专用发票）',
  normal: '电子发票（普通发票）',
};

export const KIND_NAME: Record<InvoiceKind, string> = { special: '电子专票', normal: '电子普票' };

export const STATE_TEXT: Record<InvoiceState, string> = {
  applied: '待开票',
  issued: '已开票',
  rejected: '驳回',
  void: '已作废',
};
