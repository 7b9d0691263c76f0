import FileText from '@lucide/icons/icons/file-text';
import { useState } from 'react';
import { Button } from '#engine/ui/button/button.tsx';
import { fill } from '#engine/ui/fill.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { PictureViewer } from '#engine/ui/picture-viewer/picture-viewer.tsx';
import styles from './document-review.module.css';
import type { Item, Texts } from './tones.ts';

interface DocumentViewerProps {
  certificate: Item['certificate'];
  texts: Texts;
}

/** Asks the browser's viewer for the page's whole width, without its side bar. */
const FITTING = '#navpanes=0&view=FitH';

/** The files of one document, one at a time: a picture to zoom and turn, any other to read and to download. */
export function DocumentViewer({ certificate: { files, label }, texts }: DocumentViewerProps) {
  const [index, setIndex] = useState(0);
  const file = files[index] ?? files[0];
  if (!file) return <p className={styles['none']}>{texts.noFile}</p>;
  return (
    <div className={styles['viewer']}>
      {file.type.startsWith('image/') ? (
        <PictureViewer key={file.id} src={file.url} alt={`${label} ${file.name}`} />
      ) : (
        <>
          {file.view !== undefined && (
            // oxlint-disable-next-line react/iframe-missing-sandbox -- no browser opens its viewer of documents in one
            <iframe
              key={file.id}
              className={styles['page']}
              src={`${file.view}${FITTING}`}
              title={`${label} ${file.name}`}
            />
          )}
          <a className={styles['document']} href={file.url} download={file.name}>
            <Icon of={FileText} />
            <span>{file.name}</span>
            <strong>{texts.download}</strong>
          </a>
        </>
      )}
      {files.length > 1 && (
        <div className={styles['turner']}>
          {files.map((one, number) => (
            <Button
              key={one.id}
              size="sm"
              variant={one.id === file.id ? 'primary' : 'secondary'}
              aria-pressed={one.id === file.id}
              onClick={() => setIndex(number)}
            >
              {fill(texts.file, { n: number + 1 })}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
