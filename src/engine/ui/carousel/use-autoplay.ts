import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Calls `advance` every `seconds` while nobody is on the element, the page is visible and the reader has not set
 * reduced motion. Returns the handlers that hold it.
 */
export function useAutoplay(seconds: number, advance: () => void) {
  const [held, setHeld] = useState(false);
  const tick = useEffectEvent(advance);
  useEffect(() => {
    if (held || seconds <= 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && tick(), seconds * 1000);
    return () => clearInterval(timer);
  }, [held, seconds]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return { onMouseEnter: hold, onMouseLeave: release, onFocus: hold, onBlur: release };
}
