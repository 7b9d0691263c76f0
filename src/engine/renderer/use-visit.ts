import { useMatches } from 'react-router-dom';
import type { Visit } from './visit.ts';

/** The visit on the screen: the answer of the innermost route's loader. */
export function useVisit(): Visit {
  const visit = useMatches().at(-1)?.loaderData as Visit | undefined;
  if (!visit) throw new Error('Only pages are rendered, and every page has a visit');
  return visit;
}
