import { useEffect, useState } from 'react';
import type { Offense } from '#engine/compiler/offense.ts';
import type { StudioFiles } from '../protocol.ts';
import { fetchFiles, saveFiles } from './api.ts';
import { GONE, sayNotSaved } from './say-refused.ts';
import { onFilesChanged } from './server-events.ts';
import styles from './studio.module.css';
import { TextEditor } from './text-editor.tsx';

interface MendProps {
  files: StudioFiles;
  offenses: readonly Offense[];
  onFiles: (files: StudioFiles) => void;
}

/** Stands in the place of the studio while the config is no shop: what is wrong, and the texts to mend it in. */
export function Mend({ files, offenses, onFiles }: MendProps) {
  const broken = [...new Set(offenses.map(({ file }) => file))].filter((file) => file in files.files);
  const [chosen, setChosen] = useState<string>();
  const file = broken.find((one) => one === chosen) ?? broken[0];
  const present = file === undefined ? undefined : files.files[file];

  useEffect(() => onFilesChanged(() => void fetchFiles().then(onFiles)), [onFiles]);

  async function save(text: string): Promise<string | undefined> {
    if (file === undefined || present === undefined) return undefined;
    const answer = await saveFiles([{ path: file, text, version: present.version }]);
    if (answer === undefined) return GONE;
    if (!answer.ok) return sayNotSaved(answer);
    onFiles(await fetchFiles());
    return undefined;
  }
  return (
    <main className={styles['mend']}>
      <h1>配置里有错，商店打不开</h1>
      <p>改好下面的文件，工作室就会打开。也可以在编辑器里改，保存后这里自己会更新。</p>
      <ul>
        {offenses.map(({ file: path, line, message, hint }) => (
          <li key={`${path} ${line} ${message.zh}`}>
            <button type="button" className={styles['source']} onClick={() => setChosen(path)}>
              {path}:{line}
            </button>{' '}
            {message.zh} {hint.zh}
          </li>
        ))}
      </ul>
      {file !== undefined && present && (
        <TextEditor
          key={file}
          file={file}
          text={present.text}
          offenses={offenses.filter((one) => one.file === file)}
          onSave={save}
        />
      )}
    </main>
  );
}
