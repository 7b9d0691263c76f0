import { openInEditor } from './api.ts';
import styles from './studio.module.css';

interface SourceLinkProps {
  folder: string;
  file: string;
  line: number;
}

/** A place in a file; a press opens it in the editor. */
export const SourceLink = ({ folder, file, line }: SourceLinkProps) => (
  <p>
    <button
      type="button"
      className={styles['source']}
      title="在编辑器里打开"
      onClick={() => void openInEditor(`${folder}/${file.slice('config/'.length)}`, line)}
    >
      {file}:{line}
    </button>
  </p>
);
