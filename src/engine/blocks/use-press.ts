import { useState } from 'react';

/** Which of some buttons is at work, and how one is pressed: while one works, a press of another does nothing. */
export function usePress(act: (id: string) => Promise<unknown> | undefined): {
  busy: string | null;
  press: (id: string) => void;
} {
  const [busy, setBusy] = useState<string | null>(null);
  const press = async (id: string) => {
    if (busy !== null) return;
    setBusy(id);
    await act(id);
    setBusy(null);
  };
  return { busy, press: (id) => void press(id) };
}
