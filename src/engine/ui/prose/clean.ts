import DOMPurify from 'dompurify';

const OPTIONS = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: [
    'style',
    'form',
    'input',
    'button',
    'textarea',
    'select',
    'option',
    'iframe',
    'audio',
    'video',
  ],
  FORBID_ATTR: ['style', 'class', 'id'],
  ADD_ATTR: ['target'],
  RETURN_TRUSTED_TYPE: true,
};

/**
 * HTML of an article without anything that acts. The server has cleaned it already: on a server there is no document to
 * do it with, and it passes as it is. Where the browser has Trusted Types, they let nothing else become markup.
 */
export function clean(html: string): string | TrustedHTML {
  return DOMPurify.isSupported ? DOMPurify.sanitize(html, OPTIONS) : html;
}
