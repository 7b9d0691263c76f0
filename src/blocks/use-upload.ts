import { useState } from 'react';
import { fill } from '#ui/fill.ts';
import type { SentFile, Settings } from './documents.ts';

const MEGABYTE = 1024 * 1024;

/** Sends files one after another, and tells how far the one under way has come. */
export function useUpload({ on, texts, maxSize, maxFiles, kind }: Settings, name: string) {
  const [sending, setSending] = useState<number | null>(null);
  const [failure, setFailure] = useState<string>();

  async function one(file: File): Promise<SentFile | string> {
    if (file.size > maxSize * MEGABYTE) return fill(texts.tooLarge, { n: maxSize });
    setSending(0);
    const { watchUpload } = await import('#runtime/uploading.ts');
    watchUpload(file, setSending);
    const outcome = await on.upload?.({ file, name, kind });
    if (!outcome) return texts.failed;
    if (!outcome.ok) return outcome.errors?.['file']?.[0] ?? (outcome.message || texts.failed);
    const { data } = outcome;
    return data ? { id: data.id, url: data.url, name: data.name, type: file.type } : texts.failed;
  }

  return {
    /** How much of the file under way has left, 0 to 1; null when none is. */
    sending,
    /** Why the last file was not taken. */
    failure,
    /** @param room how many files there may still be */
    async send(files: readonly File[], room: number): Promise<SentFile[]> {
      setFailure(files.length > room ? fill(texts.tooMany, { n: maxFiles }) : undefined);
      const sent: SentFile[] = [];
      for (const file of files.slice(0, room)) {
        const result = await one(file);
        if (typeof result === 'string') setFailure(result);
        else sent.push(result);
      }
      setSending(null);
      return sent;
    },
  };
}
