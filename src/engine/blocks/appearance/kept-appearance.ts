/** How a reader wants the pages; the script `app/appearance.ts` puts it on the root element. */
export interface KeptAppearance {
  theme: 'light' | 'dark' | 'system';
  density: 'normal' | 'compact' | 'large';
}

const KEY = 'appearance';

const DEFAULT: KeptAppearance = { theme: 'light', density: 'normal' };

export function readAppearance(): KeptAppearance {
  try {
    return { ...DEFAULT, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<KeptAppearance>) };
  } catch {
    return DEFAULT;
  }
}

/** Keeps it in this browser and shows it at once, in every tab. */
export function keepAppearance(chosen: KeptAppearance): void {
  localStorage.setItem(KEY, JSON.stringify(chosen));
  dispatchEvent(new Event(KEY));
}
