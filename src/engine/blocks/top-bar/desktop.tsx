import { lazy, Suspense, useState } from 'react';
import type { BlockComponentProps } from '../define-block.ts';
import styles from './top-bar.module.css';
import { useInstaller } from './use-installer.ts';

const HowTo = lazy(() => import('./shown-how-to.tsx'));

interface DesktopProps {
  url: string;
  name: string;
  texts: BlockComponentProps<'top-bar'>['texts'];
}

/** 添加到桌面: the browser's own installation where there is one, else how to do it by hand. */
export function Desktop({ url, name, texts }: DesktopProps) {
  const install = useInstaller();
  const [showsGuide, setShowsGuide] = useState(false);
  return (
    <>
      <button type="button" className={styles['button']} onClick={install ?? (() => setShowsGuide(true))}>
        {texts.desktop}
      </button>
      {showsGuide && (
        <Suspense>
          <HowTo url={url} name={name} texts={texts} onClose={() => setShowsGuide(false)} />
        </Suspense>
      )}
    </>
  );
}
