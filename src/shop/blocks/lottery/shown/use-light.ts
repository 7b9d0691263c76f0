import { useEffect, useRef, useState } from 'react';
import { landing, PACE } from './landing.ts';

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)));

/** The least time in which the light comes to rest, ms: a prize out of nowhere would look made up. */
const LEAST = 700;

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export interface Light {
  /** The position that is lit; null for none. */
  lit: number | null;
  /** Runs over so many positions until {@link land} is called. */
  run(count: number): void;
  /** Slows down and lands on a position after `time` ms; with an unknown one, or reduced motion, it only waits. */
  land(target: number, count: number, time: number): Promise<void>;
  /** Goes out. */
  stop(): void;
}

/** A light that runs over the prizes while a draw is on its way. Where it lands was settled before. */
export function useLight(): Light {
  const [lit, setLit] = useState<number | null>(null);
  const position = useRef(-1);
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);
  useEffect(() => () => clearInterval(timer.current), []);

  const step = (count: number) => {
    position.current = (position.current + 1) % count;
    setLit(position.current);
  };
  return {
    lit,
    run(count) {
      clearInterval(timer.current);
      if (count > 0 && !isStill()) timer.current = setInterval(() => step(count), PACE);
    },
    async land(target, count, time) {
      clearInterval(timer.current);
      if (target < 0 || isStill()) await pause(time);
      else
        for (const ms of landing(position.current, target, { count, time: Math.max(LEAST, time) })) {
          await pause(ms);
          step(count);
        }
      position.current = target;
      setLit(target < 0 ? null : target);
    },
    stop() {
      clearInterval(timer.current);
      position.current = -1;
      setLit(null);
    },
  };
}
