/** The colours of one maker's packs, from dark to light, and one in contrast to them. */
export interface Palette {
  deep: string;
  main: string;
  soft: string;
  accent: string;
}

const COOL: readonly Palette[] = [
  { deep: '#27357f', main: '#4a5fc1', soft: '#e7ebfa', accent: '#f0a23b' },
  { deep: '#0d605c', main: '#229d94', soft: '#def3f0', accent: '#f2b84b' },
  { deep: '#185f91', main: '#3d9ad6', soft: '#e3f1fb', accent: '#ef7a52' },
  { deep: '#513282', main: '#8662c0', soft: '#efe8fa', accent: '#e8b045' },
  { deep: '#2e4154', main: '#5b7a97', soft: '#e8eef3', accent: '#d8524c' },
  { deep: '#095272', main: '#1b8cb2', soft: '#def1f7', accent: '#f08949' },
  { deep: '#8c1f66', main: '#c64f9c', soft: '#fae7f3', accent: '#3c7fc0' },
];

const WARM: readonly Palette[] = [
  { deep: '#94202f', main: '#cf4a58', soft: '#fcebec', accent: '#c79a3a' },
  { deep: '#2a6232', main: '#56a35b', soft: '#e7f4e6', accent: '#dfa226' },
  { deep: '#a64a14', main: '#e2833a', soft: '#fdefe2', accent: '#2a716c' },
  { deep: '#6f4a1b', main: '#b3843a', soft: '#f8efdd', accent: '#93302c' },
  { deep: '#54621b', main: '#8fa138', soft: '#f2f5df', accent: '#b4472a' },
];

/** Patent medicines and herbs wear warm colours, as on a shelf; the same maker always the same. */
export function paletteOf(makerId: number, warm: boolean): Palette {
  const palettes = warm ? WARM : COOL;
  const palette = palettes[(makerId * 3 + Math.floor(makerId / 12)) % palettes.length];
  if (!palette) throw new RangeError('no palettes');
  return palette;
}
