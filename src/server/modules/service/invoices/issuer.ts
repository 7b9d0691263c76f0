import type { InvoiceKind } from '../tables.ts';

/** An invoice to be issued. Money in fen, tax included. */
export interface InvoiceToIssue {
  id: number;
  kind: InvoiceKind;
  seller: string;
  title: string;
  taxNumber: string;
  address: string;
  bank: string;
  lines: readonly { orderNo: string; amount: number }[];
  amount: number;
  now: number;
}

/** An issued invoice: its number, and the file that the buyer gets. */
export interface IssuedInvoice {
  number: string;
  file: { name: string; type: string; bytes: Uint8Array };
}

/** Issues electronic invoices: the client of a tax platform, or the demo's issuer of samples. */
export interface InvoiceIssuer {
  issue(invoice: InvoiceToIssue): Promise<IssuedInvoice>;
}
