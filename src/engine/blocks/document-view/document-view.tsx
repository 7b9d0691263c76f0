import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { Link } from '#engine/ui/link/link.tsx';
import { PictureViewer } from '#engine/ui/picture-viewer/picture-viewer.tsx';
import styles from './document-view.module.css';

/** A document to look at: a picture that can be enlarged and turned, anything else as a download. */
function DocumentView({ src, type, title, downloadText }: BlockComponentProps<'document-view'>) {
  return (
    <div className={styles['view']}>
      {type.startsWith('image/') && <PictureViewer className={styles['picture']} src={src} alt={title} />}
      <Link to={src} tone="text" newTab>
        {downloadText}
      </Link>
    </div>
  );
}

export default defineBlock('document-view', DocumentView);
