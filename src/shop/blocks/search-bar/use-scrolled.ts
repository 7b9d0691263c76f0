import { useEffect, useState } from 'react';

/**
 * Has the page been scrolled further than `px`? Never on the server. The position is read when it changes and not while
 * something is rendered: after a change to the document that makes the browser lay all of it out.
 */
export function useScrolled(px: number): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const look = () => setScrolled(scrollY > px);
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [px]);
  return scrolled;
}
