/** States of the receipt for goods with ephedrine (domain §4 hmdd). */
export const RECEIPT_STATE = { awaited: 10, reviewing: 20, confirmed: 50, refused: -10 } as const;

export type ReceiptState = (typeof RECEIPT_STATE)[keyof typeof RECEIPT_STATE];

const TEXT: Record<ReceiptState, string> = { 10: '待回执', 20: '待审核', 50: '已确认', [-10]: '驳回' };

export const RECEIPT_STATES = Object.values(RECEIPT_STATE);

/** The state's name, as buyers read it. */
export function receiptStateText(state: ReceiptState): string {
  return TEXT[state];
}

/** Whether the buyer still owes the receipt: not sent yet, or sent back by staff. */
export function owesReceipt(state: ReceiptState): boolean {
  return state === RECEIPT_STATE.awaited || state === RECEIPT_STATE.refused;
}
