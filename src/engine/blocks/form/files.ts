import type { PickedFile } from '#engine/ui/file-picker/file-picker.tsx';

/** What a field of kind files holds. */
export interface Files {
  files: readonly PickedFile[];
  /** Files on their way. */
  sending: number;
}

const NONE: Files = { files: [], sending: 0 };

/** Files as the form holds them, in a text; '' for none. */
export function writeFiles({ files, sending }: Files): string {
  return files.length === 0 && sending === 0 ? '' : JSON.stringify({ files, sending });
}

/** The files behind {@link writeFiles}'s text. */
export function readFiles(text: string): Files {
  return text === '' ? NONE : (JSON.parse(text) as Files);
}

/** Files that a form begins with: a list of them as an answer has it, or the text of an earlier visit. */
export function startFiles(value: unknown): string {
  const given: unknown = typeof value === 'string' && value.startsWith('{') ? readFiles(value).files : value;
  if (!Array.isArray(given)) return '';
  return writeFiles({ files: given.flatMap(known), sending: 0 });
}

function known(value: unknown): PickedFile[] {
  if (typeof value !== 'object' || value === null) return [];
  const { id, url, name, type } = value as Partial<Record<keyof PickedFile, unknown>>;
  if (typeof id !== 'string' || typeof url !== 'string') return [];
  return [
    { id, url, name: typeof name === 'string' ? name : id, type: typeof type === 'string' ? type : '' },
  ];
}
