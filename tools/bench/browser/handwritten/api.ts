interface Answer<T> {
  code: number;
  message: string;
  data: T;
}

/** A read of the API. @throws what it refuses */
export async function ask<T>(path: string): Promise<T> {
  const response = await fetch(path);
  const { message, data } = (await response.json()) as Answer<T>;
  if (!response.ok) throw new Error(message);
  return data;
}

/** A write; whether it was done. */
export async function send(path: string, form: Record<string, string>): Promise<boolean> {
  const response = await fetch(path, { method: 'POST', body: new URLSearchParams(form) });
  return response.ok;
}
