import { createContext, use } from 'react';

/** How the site writes amounts: what stands before and after the figures, and the mark before the decimals. */
export interface Currency {
  before: string;
  after: string;
  decimal: string;
}

export const CurrencyContext = createContext<Currency | null>(null);

export function useCurrency(): Currency {
  const currency = use(CurrencyContext);
  if (currency === null) throw new Error('CurrencyContext is missing above this component');
  return currency;
}
