import { useEffect, useState } from 'react';

/** What a browser hands over that can install the site; not in TypeScript's library, since only some browsers have it. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
}

const isInstall = (event: Event): event is InstallEvent => 'prompt' in event;

/** Opens the browser's installation prompt; undefined where there is none, or the site is installed. */
export function useInstaller(): (() => void) | undefined {
  const [offer, setOffer] = useState<InstallEvent | null>(null);
  useEffect(() => {
    const keep = (event: Event) => {
      event.preventDefault();
      if (isInstall(event)) setOffer(event);
    };
    addEventListener('beforeinstallprompt', keep);
    return () => removeEventListener('beforeinstallprompt', keep);
  }, []);
  if (!offer) return undefined;
  return () => {
    setOffer(null);
    void offer.prompt();
  };
}
