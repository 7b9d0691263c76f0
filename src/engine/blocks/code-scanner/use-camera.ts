import { type RefObject, useEffect, useRef, useState } from 'react';
import type { CodeReader } from './code-reader.ts';

declare global {
  interface Window {
    /** Not in TypeScript's library, since only some browsers have it. */
    BarcodeDetector?: new () => CodeReader;
  }
}

/** The browser's own reader; where it has none, one that is loaded now. */
async function createReader(): Promise<CodeReader> {
  if (window.BarcodeDetector) return new window.BarcodeDetector();
  const { BarCodeReader } = await import('./bar-code-reader.ts');
  return new BarCodeReader();
}

/**
 * `unsupported`: codes cannot be read here: there is no camera for pages, or no reader could be loaded. `refused`: the reader or the device does not let the page see.
 * `absent`: there is no camera, or another program has it.
 */
type CameraState = 'off' | 'starting' | 'on' | 'unsupported' | 'refused' | 'absent';

/** ms between two looks at the picture. */
const LOOK = 200;

interface Camera {
  state: CameraState;
  video: RefObject<HTMLVideoElement | null>;
  start: () => void;
  stop: () => void;
}

const isRefusal = (fault: unknown) =>
  fault instanceof DOMException && (fault.name === 'NotAllowedError' || fault.name === 'SecurityError');

/** The camera, from `start` until a code was read, `stop`, or the block leaves the screen. */
export function useCamera(onCode: (code: string) => void): Camera {
  const [state, setState] = useState<CameraState>('off');
  const video = useRef<HTMLVideoElement>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const stop = () => {
    running.current?.abort();
    setState('off');
  };

  async function watch(control: AbortController): Promise<void> {
    const { signal } = control;
    const element = video.current;
    const reader = await createReader().catch(() => null);
    if (signal.aborted) return;
    if (!reader) {
      control.abort();
      return setState('unsupported');
    }
    const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
    const end = () => stream.getTracks().forEach((track) => track.stop());
    if (signal.aborted || !element) return end();
    signal.addEventListener('abort', end, { once: true });
    element.srcObject = stream;
    await element.play();
    setState('on');
    while (!signal.aborted) {
      const [found] = await reader.detect(element).catch(() => []);
      if (found && !signal.aborted) {
        stop();
        return onCode(found.rawValue);
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK));
    }
  }

  const start = () => {
    /* Cameras are for secure pages alone: elsewhere the browser has none to give. */
    if (!('mediaDevices' in navigator)) return setState('unsupported');
    const control = new AbortController();
    running.current?.abort();
    running.current = control;
    setState('starting');
    watch(control).catch((fault: unknown) => {
      if (control.signal.aborted) return;
      control.abort();
      setState(isRefusal(fault) ? 'refused' : 'absent');
    });
  };

  return { state, video, start, stop };
}
