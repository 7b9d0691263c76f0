import { createContext } from 'react';

/**
 * What happens when a link without a target is chosen (spec §8): the application shows the message, which is the text
 * after `#` in the link, or null for its own default.
 */
export const MissingLinkContext = createContext<(message: string | null) => void>(() => undefined);
