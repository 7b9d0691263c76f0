/** Line icons of the categories, 24 by 24, in the manner of the shop's other icons. */
const ICONS: Readonly<Record<string, string>> = {
  shield:
    '<path d="M12 3l7.500 2.800v5.700c0 4.600-3.100 7.900-7.500 9.500-4.400-1.600-7.500-4.900-7.500-9.500V5.800z"/><path d="M12 8.500v6M9 11.500h6"/>',
  wind: '<path d="M3 9.500h10.500a2.750 2.750 0 1 0-2.700-3.300M3 14h14.200a2.900 2.900 0 1 1-2.800 3.600M3 18.500h6"/>',
  heart:
    '<path d="M12 20S3.500 15 3.500 9a4.600 4.600 0 0 1 8.500-2.400A4.600 4.600 0 0 1 20.500 9c0 6-8.500 11-8.500 11z"/><path d="M6 12h3l1.500-3 2.500 5 1.500-2H18"/>',
  leaf: '<path d="M5 19C4 10 9 4.500 20 4c.5 10-4 15.500-12 15.500"/><path d="M4 21c2-5 5-8.500 9.500-11"/>',
  droplet:
    '<path d="M12 3.500c4 4.600 6 7.600 6 10.500a6 6 0 0 1-12 0c0-2.900 2-5.900 6-10.500z"/><path d="M9 14.500a3 3 0 0 0 2.500 2.700"/>',
  bone: '<path d="M8.500 15.500l7-7M7 11.500a2.600 2.600 0 1 0-2.700 3.700A2.600 2.600 0 1 0 8.500 19a2.600 2.600 0 0 0 0-3.500M17 12.500a2.600 2.600 0 1 0 2.700-3.700A2.600 2.600 0 1 0 15.500 5a2.600 2.600 0 0 0 0 3.500"/>',
  eye: '<path d="M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12z"/><circle cx="12" cy="12" r="3"/>',
  flower:
    '<circle cx="12" cy="12" r="2.600"/><path d="M12 9.400c-3-1.800-2.600-6 0-6s3 4.200 0 6zM14.600 12c1.800-3 6-2.600 6 0s-4.200 3-6 0zM12 14.600c3 1.800 2.600 6 0 6s-3-4.200 0-6zM9.400 12c-1.800 3-6 2.600-6 0s4.200-3 6 0z"/>',
  activity: '<path d="M3 12h4l2.500-7 5 14L17 12h4"/>',
  bandage:
    '<rect x="2" y="8" width="20" height="8.500" rx="4.250" transform="rotate(-45 12 12.250)"/><path d="M10 12h.01M12 10h.01M12 14h.01M14 12h.01"/>',
  accessibility:
    '<circle cx="12" cy="4.500" r="1.800"/><path d="M5 8.500l7 1.500 7-1.500M12 10v4.500M12 14.500l-3.500 6M12 14.500l3.500 6"/>',
};

/** The icon by name, in the quiet colour or, chosen, in the shop's; null when there is none of that name. */
export function categoryIcon(name: string, chosen: boolean): string | null {
  const path = ICONS[name];
  if (path === undefined) return null;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="${chosen ? '#374881' : '#4f576b'}" stroke-width="1.600" stroke-linecap="round" stroke-linejoin="round">${path}</svg>`;
}
