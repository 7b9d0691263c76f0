import CircleAlert from '@lucide/icons/icons/circle-alert';
import { useState } from 'react';
import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { Dialog } from '#engine/ui/dialog/dialog.tsx';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { PictureViewer } from '#engine/ui/picture-viewer/picture-viewer.tsx';
import { DocumentCard } from './document-card.tsx';
import styles from './document-form.module.css';
import type { SentFile } from './documents.ts';
import { useDocuments } from './use-documents.ts';

function DocumentForm(props: BlockComponentProps<'document-form'>) {
  const { label, items, locked, submitText, back, texts } = props;
  const documents = useDocuments(props);
  const { entries, problems, refusal, busy, restored } = documents;
  // Where nothing can be entered, what was left out says nothing.
  const shown = locked ? items.filter(({ state }) => state !== 'none') : items;
  const [viewed, setViewed] = useState<SentFile | null>(null);
  return (
    <form
      className={styles['form']}
      aria-label={label}
      noValidate
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void documents.submit();
      }}
    >
      {restored && (
        <p className={styles['restored']} role="status">
          {texts.restored}
        </p>
      )}
      <ul className={styles['list']}>
        {shown.map((item) => {
          const entry = entries[item.kind];
          return (
            entry && (
              <li key={item.kind}>
                <DocumentCard
                  settings={props}
                  item={item}
                  entry={entry}
                  problems={problems[item.kind] ?? {}}
                  onChange={(part) => documents.change(item.kind, part)}
                  onView={setViewed}
                />
              </li>
            )
          );
        })}
      </ul>
      {refusal !== '' && (
        <p className={styles['refusal']} role="alert">
          <Icon of={CircleAlert} />
          {refusal}
        </p>
      )}
      {!locked && (
        <div className={styles['actions']}>
          <Button type="submit" variant="primary" size="lg" busy={busy}>
            {submitText}
          </Button>
          {back && (
            <Button variant="quiet" size="lg" to={back.to}>
              {back.text}
            </Button>
          )}
        </div>
      )}
      <Dialog
        open={viewed !== null}
        onClose={() => setViewed(null)}
        title={viewed?.name ?? ''}
        size="lg"
        dismissText={texts.close}
      >
        {viewed && <PictureViewer src={viewed.url} alt={viewed.name} />}
      </Dialog>
    </form>
  );
}

export default defineBlock('document-form', DocumentForm);
