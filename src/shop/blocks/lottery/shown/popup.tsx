import Gift from '@lucide/icons/icons/gift';
import X from '@lucide/icons/icons/x';
import { type CSSProperties, useEffect, useId, useRef, useState } from 'react';
import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { fill } from '#engine/ui/fill.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { IconButton } from '#engine/ui/icon-button/icon-button.tsx';
import { Image } from '#engine/ui/image/image.tsx';
import type { Lottery } from '#generated/schemas.ts';
import { More } from './more.tsx';
import { Outcome } from './outcome.tsx';
import styles from './popup.module.css';
import { Prizes } from './prizes.tsx';
import { useDraw } from './use-draw.ts';

type PopupProps = Omit<BlockComponentProps<'lottery'>, 'lottery'> & { lottery: Lottery };

/**
 * The lottery at the foot of the window. Until it is pressed it is a tab on the edge, or a line of the page where the
 * edge has no room. It takes no focus by itself and leaves the page in use.
 */
export default function Popup({ lottery, activity, winners = [], ads = [], texts, ...rest }: PopupProps) {
  const id = useId();
  const prizes = activity?.prizes ?? [];
  const { stage, lit, draw, close } = useDraw({ ...rest, prizes, id: lottery.id });
  const [folded, setFolded] = useState(true);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!folded) heading.current?.focus({ preventScroll: true });
  }, [folded]);
  if (stage.is === 'hidden') return null;
  const drawing = stage.is === 'drawing';
  const result = stage.is === 'result' ? stage.result : undefined;
  const chances = result?.chances ?? lottery.chances;
  const picture = ads[0];
  const style = { '--closing': `${rest.closeDuration}ms` } as CSSProperties;
  return (
    <section
      className={styles['popup']}
      data-stage={stage.is}
      data-folded={folded}
      aria-labelledby={id}
      aria-busy={drawing}
      style={style}
    >
      <button type="button" className={styles['tab']} onClick={() => setFolded(false)}>
        <Icon of={Gift} />
        {texts.open}
        <span className={styles['more']}>{lottery.name}</span>
        <span className={styles['more']}>{fill(texts.chances, { n: chances })}</span>
      </button>
      <div className={styles['close']}>
        <IconButton size="sm" label={texts.close} icon={<Icon of={X} />} onClick={() => void close()} />
      </div>
      {picture && <Image src={picture.image} alt="" width={360} height={120} className={styles['picture']} />}
      <div className={styles['body']}>
        <h2 ref={heading} id={id} tabIndex={-1} className={styles['title']}>
          <Icon of={Gift} />
          {lottery.name}
        </h2>
        <Outcome {...{ drawing, result, texts }} />
        {activity && (
          <>
            <Prizes prizes={prizes} lit={lit} />
            <More activity={activity} winners={winners} texts={texts} />
          </>
        )}
        <div className={styles['foot']}>
          <span className={styles['chances']}>{fill(texts.chances, { n: chances })}</span>
          {result && chances === 0 ? (
            <Button variant="primary" onClick={() => void close()}>
              {texts.done}
            </Button>
          ) : (
            <Button variant="accent" busy={drawing} onClick={() => void draw()}>
              {drawing ? texts.drawing : result ? texts.again : texts.draw}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}
