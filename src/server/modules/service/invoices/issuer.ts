import type { InvoiceKind } from '../tables.ts';

/** What is to be invoiced. Money in fen, tax included. */
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

/** Who issues electronic invoices. A tax platform's client implements it; without one the demo's draws a sample. */
export interface InvoiceIssuer {
  issue(invoice: InvoiceToIssue): Promise<IssuedInvoice>;
}
