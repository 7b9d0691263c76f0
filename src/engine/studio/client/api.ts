import {
  API,
  type FileChange,
  type SampleAnswer,
  type SampleRequest,
  type SaveAnswer,
  type ScaffoldAnswer,
  type ScaffoldRequest,
  type StudioFiles,
  TOKEN_HEADER,
} from '../protocol.ts';

const token = () => document.querySelector<HTMLMetaElement>('meta[name="studio-token"]')?.content ?? '';

/** Sends a request to the studio's own interface: a `GET`, or a `POST` with a body. */
export const send = (path: string, body?: unknown): Promise<Response> =>
  fetch(`${API}/${path}`, {
    headers: { [TOKEN_HEADER]: token(), 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });

export async function request<T>(path: string, body?: unknown): Promise<T> {
  const response = await send(path, body);
  return (await response.json()) as T;
}

/** As `request`; undefined where the development server does not answer: it has ended, or starts anew. */
export const requestIfThere = <T>(path: string, body?: unknown): Promise<T | undefined> =>
  request<T>(path, body).catch((fault: unknown) => {
    /* What `fetch` throws for a line that is cut. */
    if (fault instanceof TypeError) return undefined;
    throw fault;
  });

export const fetchFiles = () => request<StudioFiles>('files');
export const saveFiles = (changes: readonly FileChange[]) => requestIfThere<SaveAnswer>('save', { changes });

/** The files of a new page, which are not written by that. */
export const makePage = (wanted: ScaffoldRequest) => requestIfThere<ScaffoldAnswer>('scaffold', wanted);

/** What the shop's fixtures answer to a call; undefined for one that they do not know. */
export async function fetchSample(wanted: SampleRequest): Promise<SampleAnswer | undefined> {
  const { answer } = await request<{ answer?: SampleAnswer }>('sample', wanted);
  return answer;
}

/** Opens a line in the editor of whoever runs the development server. */
export const openInEditor = (file: string, line: number) =>
  fetch(`/__open-in-editor?file=${encodeURIComponent(`${file}:${line}:1`)}`);
