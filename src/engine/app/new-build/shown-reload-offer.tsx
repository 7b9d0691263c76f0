import { useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import type { SiteConfig } from '#engine/generated/schemas.ts';
import { Button } from '#engine/ui/button/button.tsx';
import type { QuietMoments } from './quiet-moments.ts';
import styles from './shown-reload-offer.module.css';

export interface ReloadOfferProps {
  texts: SiteConfig['texts'];
  moments: QuietMoments;
  onReload: () => void;
}

/** Says at quiet moments that the shop has been renewed, until the page is loaded anew or the reader wants no more of it. */
export function ReloadOffer({ texts, moments, onReload }: ReloadOfferProps) {
  const isQuiet = useSyncExternalStore(moments.subscribe, moments.isQuiet);
  const [declined, setDeclined] = useState(false);
  return (
    <section className={styles['region']} aria-label={texts.newBuild} aria-live="polite">
      {isQuiet && !declined && (
        <div className={styles['offer']}>
          <p>{texts.newBuild}</p>
          <Button variant="primary" size="sm" onClick={onReload}>
            {texts.reload}
          </Button>
          <Button variant="quiet" size="sm" onClick={() => setDeclined(true)}>
            {texts.dismiss}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Puts the offer beside the page, which goes on as it is. */
export function showReloadOffer(texts: SiteConfig['texts'], moments: QuietMoments): void {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(
    <ReloadOffer texts={texts} moments={moments} onReload={() => window.location.reload()} />,
  );
}
