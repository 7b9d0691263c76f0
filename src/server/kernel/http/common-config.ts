import type { Calls } from '#generated/calls.ts';
import type { SiteConfig } from '#generated/schemas.ts';

/** Hotline, customer service and quality inspection, for the header and the user state. */
export function commonConfig({ constants: { contact }, pages }: SiteConfig): Calls['global.config']['data'] {
  return {
    common_config: { hot_line: contact.hotline, qq1: contact.qq1, qq2: contact.qq2 },
    quality_inspection: {
      quality_inspection_url: contact.qualityInspectionUrl,
      msg: contact.qualityInspectionMessage,
    },
    login_url: pages.loginUrl,
  };
}
