import { type Ladder, ladderPrice } from './ladder.ts';
import type { Fen } from './money.ts';

/** A flash sale as it stands for one member. */
export interface SpikeOffer {
  price: Fen;
  startsAt: number;
  endsAt: number;
  /** Units of the sale's own stock still to be had. */
  left: number;
  /** Units this member may still buy in the sale. */
  allowance: number;
}

export interface Pricing {
  basePrice: Fen;
  ladder: Ladder;
  spike: SpikeOffer | null;
}

/** The price that applies, and why, in words for the buyer. */
export interface Quote {
  price: Fen;
  kind: 'spike' | 'ladder' | 'base';
  reason: string;
}

/** Whether a flash sale sells `quantity` units at `now` (seconds). It ends by time, stock or allowance (domain §3). */
export function spikeHolds(spike: SpikeOffer, quantity: number, now: number): boolean {
  return now >= spike.startsAt && now < spike.endsAt && quantity <= Math.min(spike.left, spike.allowance);
}

/** One unit's price for `quantity` units at `now`: flash sale before ladder before base price (domain §3). */
export function quote(pricing: Pricing, quantity: number, now: number): Quote {
  const { spike, ladder, basePrice } = pricing;
  if (spike && spikeHolds(spike, quantity, now))
    return { price: spike.price, kind: 'spike', reason: '秒杀价' };
  const step = ladderPrice(ladder, quantity);
  if (step !== undefined && step !== basePrice) {
    return { price: step, kind: 'ladder', reason: `阶梯价（${quantity} 件）` };
  }
  return { price: basePrice, kind: 'base', reason: '普通价' };
}
