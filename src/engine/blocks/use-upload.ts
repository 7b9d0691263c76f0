import { useState } from 'react';
import { useFormats } from '#engine/blocks/use-formats.ts';
import type { Outcome } from '#engine/runtime/outcome.ts';
import type { PickedFile } from '#engine/ui/file-picker/file-picker.tsx';
import { fill } from '#engine/ui/fill.ts';

const MEGABYTE = 1024 * 1024;

/** An uploaded file. */
interface StoredFile {
  id: string;
  url: string;
  name: string;
}

interface UploadSettings {
  /** Sends one file; undefined where the page does not listen. */
  send: ((file: File) => Promise<Outcome<StoredFile>>) | undefined;
  /** Of one file, in megabytes. */
  maxSize: number;
  maxFiles: number;
  /** `{n}` is the limit. */
  texts: { failed: string; tooLarge: string; tooMany: string };
}

/** Sends files one after another, with the progress of the current one. */
export function useUpload({ send, texts, maxSize, maxFiles }: UploadSettings) {
  const formats = useFormats();
  const [sending, setSending] = useState<number | null>(null);
  const [failure, setFailure] = useState<string>();

  async function one(file: File): Promise<PickedFile | string> {
    if (file.size > maxSize * MEGABYTE) return fill(texts.tooLarge, { n: maxSize });
    setSending(0);
    const { watchUpload } = await import('#engine/runtime/uploading.ts');
    watchUpload(file, setSending);
    const outcome = await send?.(file);
    if (!outcome) return texts.failed;
    if (!outcome.ok) return outcome.errors?.['file']?.[0] ?? (outcome.message || texts.failed);
    const { data } = outcome;
    return data ? { id: data.id, url: data.url, name: data.name, type: file.type } : texts.failed;
  }

  return {
    /** The share of the current file that has been sent, 0 to 1; null when none is being sent. */
    sending,
    /** Why the last file was not taken. */
    failure,
    /** @param room how many files there may still be */
    async send(files: readonly File[], room: number): Promise<PickedFile[]> {
      setFailure(files.length > room ? fill(texts.tooMany, { n: maxFiles }) : undefined);
      const sent: PickedFile[] = [];
      for (const file of files.slice(0, room)) {
        const result = await one(file);
        if (typeof result === 'string') setFailure(formats.labelled(file.name, result));
        else sent.push(result);
      }
      setSending(null);
      return sent;
    },
  };
}
