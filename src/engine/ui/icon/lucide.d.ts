/** One icon, of which the package has no types of its own. */
declare module '@lucide/icons/icons/*' {
  const icon: import('@lucide/icons').LucideIconData;
  export default icon;
}
