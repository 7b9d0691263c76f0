/** One icon, of which the package has no types of its own. */
declare module '@lucide/icons/icons/*' {
  import type { LucideIconData } from '@lucide/icons';

  const icon: LucideIconData;
  export default icon;
}
