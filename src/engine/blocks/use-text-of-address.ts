import { useState } from 'react';

/** What stands in a field: what the address says, whenever that changes, and what is typed meanwhile. */
export function useTextOfAddress(
  value: string | null | undefined,
): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(value ?? '');
  const [basis, setBasis] = useState(value);
  if (basis !== value) {
    setBasis(value);
    setText(value ?? '');
  }
  return [text, setText];
}
