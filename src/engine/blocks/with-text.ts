/** The address with the text in its query; without a text, the address alone. */
export function withText(to: string, name: string, text: string): string {
  const [path = '', query = ''] = to.split('?', 2);
  const parameters = new URLSearchParams(query);
  if (text === '') parameters.delete(name);
  else parameters.set(name, text);
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}
