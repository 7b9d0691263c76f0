import { Button } from '#engine/ui/button/button.tsx';
import { openInEditor } from './api.ts';
import styles from './studio.module.css';

interface SourceLinkProps {
  folder: string;
  file: string;
  line: number;
  onText: (file: string) => void;
}

/** A place in a file; a press opens it in the editor, another shows it as text here. */
export const SourceLink = ({ folder, file, line, onText }: SourceLinkProps) => (
  <p className={styles['place']}>
    <button
      type="button"
      className={styles['source']}
      title="在编辑器里打开"
      onClick={() => void openInEditor(`${folder}/${file.slice('config/'.length)}`, line)}
    >
      {file}:{line}
    </button>
    <Button size="sm" variant="quiet" onClick={() => onText(file)}>
      看文字
    </Button>
  </p>
);
