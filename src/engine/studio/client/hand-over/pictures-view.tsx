import { useEffect, useState } from 'react';
import { Button } from '#engine/ui/button/button.tsx';
import { ErrorNote } from '#engine/ui/error-note/error-note.tsx';
import {
  PICTURE_STEPS,
  PICTURE_WIDTHS,
  type PicturedPage,
  type PictureFault,
  type PictureStep,
  type PicturesAnswer,
  type TextsBefore,
} from '../../hand-over.ts';
import { fetchPictures, pictureAddress, takePictures } from './api.ts';
import styles from './hand-over.module.css';

/** ms between two looks at how far it is. */
const LOOK_EVERY = 1000;

const STEPS: Record<PictureStep, string> = {
  'build-before': '构建改动前的商店',
  'shoot-before': '拍改动前的页面',
  'build-after': '构建改动后的商店',
  'shoot-after': '拍改动后的页面',
};

const FAULTS: Record<PictureFault, string> = {
  'no-chromium': '这台电脑上没有 Chromium。装一个，或用环境变量 CHROMIUM 写明它在哪里，再重新启动。',
  offenses: '配置里有错误，还构建不了：',
  failed: '没拍成：',
};

const CHANGES: Record<PicturedPage['change'], string> = { added: '新增', changed: '修改', removed: '删除' };

/** The pages that the changes reach, before and after, wide and narrow; made when they are asked for. */
export function PicturesView({ before }: { before: TextsBefore }) {
  const [answer, setAnswer] = useState<PicturesAnswer>();
  useEffect(() => {
    if (answer !== undefined && answer.state !== 'running') return undefined;
    const wait = answer === undefined ? 0 : LOOK_EVERY;
    const timer = setTimeout(() => void fetchPictures().then(setAnswer), wait);
    return () => clearTimeout(timer);
  }, [answer]);
  if (answer === undefined) return null;
  const isRunning = answer.state === 'running';
  const step = isRunning ? PICTURE_STEPS.indexOf(answer.step) : 0;
  return (
    <div className={styles['files']}>
      <p className={styles['actions']}>
        <Button
          size="sm"
          variant="primary"
          busy={isRunning}
          onClick={() => void takePictures(before).then(setAnswer)}
        >
          {answer.state === 'done' ? '重拍' : '拍前后图'}
        </Button>
        <span role="status">
          {isRunning
            ? `第 ${step + 1} 步，共 ${PICTURE_STEPS.length} 步：${STEPS[answer.step]}…`
            : '前后各构建一次再拍，要一两分钟；可以关上这个窗口，拍好再来看。'}
        </span>
      </p>
      {isRunning && (
        <progress className={styles['progress']} aria-label="拍图" value={step} max={PICTURE_STEPS.length} />
      )}
      {answer.state === 'refused' && (
        <ErrorNote title="没有图" text={`${FAULTS[answer.reason]}${answer.detail}`} />
      )}
      {answer.state === 'done' && (
        <>
          {answer.reached > answer.pages.length && (
            <p>
              影响到 {answer.reached} 个页面，只拍了前 {answer.pages.length} 个。
            </p>
          )}
          {answer.pages.length === 0 && <p>没有页面受影响。</p>}
          {answer.pages.map((page) => (
            <PagePictures key={page.name} page={page} />
          ))}
        </>
      )}
    </div>
  );
}

const PagePictures = ({ page: { name, path, change, pictures } }: { page: PicturedPage }) => (
  <section aria-label={name}>
    <h3>
      {name} <code>{path}</code> <span className={styles['verb']}>{CHANGES[change]}</span>
    </h3>
    <div className={styles['pictures']}>
      {PICTURE_WIDTHS.map((width) => {
        const { before, after } = pictures[width] ?? {};
        return (
          <div key={width} className={styles['pair']} data-width={width}>
            {change !== 'added' && (
              <Picture file={before} text={`${name} ${width} px 之前`} caption={`${width} px，之前`} />
            )}
            {change !== 'removed' && (
              <Picture file={after} text={`${name} ${width} px 之后`} caption={`${width} px，之后`} />
            )}
          </div>
        );
      })}
    </div>
  </section>
);

interface PictureProps {
  file: string | undefined;
  text: string;
  caption: string;
}

function Picture({ file, text, caption }: PictureProps) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (file === undefined) return undefined;
    let made: string | undefined;
    let isWanted = true;
    const load = async (name: string) => {
      made = await pictureAddress(name);
      if (isWanted) setAddress(made);
      else URL.revokeObjectURL(made);
    };
    void load(file);
    return () => {
      isWanted = false;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [file]);
  return (
    <figure>
      {file === undefined && <p className={styles['faint']}>没拍成</p>}
      {address !== undefined && (
        <a href={address} target="_blank" rel="noreferrer">
          <img src={address} alt={text} />
        </a>
      )}
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
