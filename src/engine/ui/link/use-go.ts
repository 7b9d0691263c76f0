import { useNavigate } from 'react-router-dom';

/** Goes to an address of this site, as a link does. */
export function useGo(): (to: string) => void {
  const navigate = useNavigate();
  return (to) => void navigate(to);
}
