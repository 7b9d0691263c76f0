import { useAtomValue } from 'jotai';
import { type Formats, formatsAtom } from '#engine/runtime/format/formats.ts';

/** How this site writes amounts, numbers and moments. */
export const useFormats = (): Formats => useAtomValue(formatsAtom);
