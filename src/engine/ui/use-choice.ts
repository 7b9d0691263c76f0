import { useState } from 'react';

/**
 * A choice that shows at once and is settled elsewhere: the reader's, until `value` changes;
 * back to `value` when `send` is refused.
 */
export function useChoice<T>(
  value: T,
  send: (choice: T) => Promise<{ ok: boolean }> | undefined,
): [T, (choice: T) => void] {
  const [basis, setBasis] = useState(value);
  const [chosen, setChosen] = useState(value);
  if (basis !== value) {
    setBasis(value);
    setChosen(value);
  }
  const choose = async (choice: T) => {
    setChosen(choice);
    const outcome = await send(choice);
    if (outcome?.ok === false) setChosen(value);
  };
  return [chosen, (choice) => void choose(choice)];
}
