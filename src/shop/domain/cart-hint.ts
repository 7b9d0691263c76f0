/** What one promotion would bring, or brings already for the taking, in words. */
export interface CartHint {
  kind: string;
  promotionId: number;
  text: string;
}
