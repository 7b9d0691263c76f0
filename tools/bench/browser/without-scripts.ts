/** Where the server beside the shop answers its pages without scripts. */
export const STATIC = '/static';

/** A page's HTML without its scripts, their data, and what is loaded ahead for them. */
export function withoutScripts(html: string): string {
  return html
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link rel="(?:modulepreload|preload" as="fetch)"[^>]*>/g, '');
}
