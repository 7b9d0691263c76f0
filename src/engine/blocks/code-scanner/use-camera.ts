import { type RefObject, useEffect, useRef, useState } from 'react';

/** A browser's own reader of bar codes; not in TypeScript's library, since only some browsers have it. */
interface CodeReader {
  detect: (picture: HTMLVideoElement) => Promise<readonly { rawValue: string }[]>;
}

declare global {
  interface Window {
    BarcodeDetector?: new () => CodeReader;
  }
}

/**
 * `unsupported`: this browser reads no codes. `refused`: the reader or the device does not let the page see.
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

  async function watch(reader: CodeReader, { signal }: AbortController): Promise<void> {
    const element = video.current;
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
    const Reader = window.BarcodeDetector;
    /* Cameras are for secure pages alone: elsewhere the browser has none to give. */
    if (!Reader || !('mediaDevices' in navigator)) return setState('unsupported');
    const control = new AbortController();
    running.current?.abort();
    running.current = control;
    setState('starting');
    watch(new Reader(), control).catch((fault: unknown) => {
      if (control.signal.aborted) return;
      control.abort();
      setState(isRefusal(fault) ? 'refused' : 'absent');
    });
  };

  return { state, video, start, stop };
}
