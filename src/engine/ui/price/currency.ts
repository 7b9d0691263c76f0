import { createContext, use } from 'react';

/** The symbol that stands before an amount, as the site declares it. */
export const CurrencyContext = createContext('¥');

export const useCurrency = (): string => use(CurrencyContext);
