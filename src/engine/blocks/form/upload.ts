import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import type { Field } from './validate.ts';

interface Sent {
  id: string;
  url: string;
  name: string;
}

/** Sends a file; what went wrong is a text for the reader. */
export type Upload = (file: File, field: Field) => Promise<Sent | { problem: string }>;

/** The form's `upload` event as the fields use it; undefined where the page does not listen to it. */
export function uploadBy(on: BlockComponentProps<'form'>['on']): Upload | undefined {
  const { upload } = on;
  if (!upload) return undefined;
  return async (file, { name, upload: kind = '' }) => {
    const outcome = await upload({ file, name, kind });
    if (!outcome.ok) return { problem: outcome.errors?.['file']?.[0] ?? outcome.message };
    return outcome.data ?? { problem: '' };
  };
}
