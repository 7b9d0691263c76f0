import { useState, useSyncExternalStore } from 'react';
import { Button } from '#engine/ui/button/button.tsx';
import { cx } from '#engine/ui/cx.ts';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './push-switch.module.css';
import {
  endSubscription,
  isPermitted,
  isSupported,
  type PushState,
  startSubscription,
} from './subscription.ts';

type Problem = Exclude<PushState, 'on'>;

const never = () => () => {};

/** What keeps this browser from notifying; null when nothing does, and on the server, which cannot know. */
const useObstacle = (): Problem | null =>
  useSyncExternalStore(
    never,
    () => (isSupported() ? (isPermitted() ? null : 'refused') : 'unsupported'),
    () => null,
  );

/** Lets the reader turn notifications of this browser on and off, and says what to do where that fails. */
function PushSwitch({ publicKey, active, texts, on }: BlockComponentProps<'push-switch'>) {
  const isActive = Boolean(active);
  const obstacle = useObstacle();
  const [failure, setFailure] = useState<Problem | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const problem = failure ?? obstacle;
  const start = async () => {
    setWaiting(true);
    const { state, subscription } = await startSubscription(publicKey);
    if (subscription) await on.subscribe?.(subscription);
    setFailure(state === 'on' ? null : state);
    setWaiting(false);
  };
  const stop = async () => {
    setWaiting(true);
    await endSubscription();
    await on.unsubscribe?.({});
    setWaiting(false);
  };
  const isOn = isActive && problem === null;
  const state = problem ?? (isActive ? 'on' : 'off');
  return (
    <div className={styles['switch']}>
      <p className={cx(styles['state'], problem && styles['problem'])} role="status">
        {texts[isWaiting && !isOn ? 'waiting' : state]}
      </p>
      {problem !== 'unsupported' && (
        <Button
          variant={isOn ? 'secondary' : 'primary'}
          busy={isWaiting}
          onClick={() => void (isOn ? stop() : start())}
        >
          {isOn ? texts.stop : problem ? texts.retry : texts.start}
        </Button>
      )}
    </div>
  );
}

export default defineBlock('push-switch', PushSwitch);
