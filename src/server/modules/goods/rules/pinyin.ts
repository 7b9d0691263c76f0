import { pinyin, polyphonic } from 'pinyin-pro';
import { normalise } from '../../../kernel/text/search-text.ts';

/** Most readings of a name: they multiply with each polyphonic character; beyond this only the usual ones are used. */
const MAX_READINGS = 12;

/** Prefixes that buyers leave out when they type a name: salts, and common beginnings. */
const LEAD = /^(盐酸|硫酸氢|硫酸|磷酸|枸橼酸|马来酸|苯磺酸|酒石酸|硝酸|复方|小儿|一次性使用|医用)/;

/**
 * The ways to type a name in letters: the initials of every reading of it and of its part after a salt or the like,
 * and the usual reading's pinyin in full. `阿莫西林` gives amxl, emxl and amoxilin.
 */
export function readingsOf(text: string): string[] {
  const whole = normalise(text);
  const parts = new Set([whole, whole.replace(LEAD, '')]);
  const readings = new Set<string>();
  for (const part of parts) {
    if (part.length < 2) continue;
    for (const initials of initialsOf(part)) readings.add(initials);
    readings.add(
      pinyin(part, { toneType: 'none', type: 'array' })
        .join('')
        .replace(/[^a-z0-9]/g, ''),
    );
  }
  readings.delete('');
  return [...readings];
}

function initialsOf(part: string): string[] {
  const usual = pinyin(part, { pattern: 'first', toneType: 'none', type: 'array' });
  const all = polyphonic(part, { pattern: 'first', toneType: 'none', type: 'array' });
  let combinations = [''];
  usual.forEach((letter, index) => {
    const letters = new Set([letter, ...(all[index] ?? [])].map(letterOf));
    const choices = combinations.length * letters.size > MAX_READINGS ? [letterOf(letter)] : [...letters];
    combinations = combinations.flatMap((start) => choices.map((choice) => start + choice));
  });
  return combinations;
}

function letterOf(reading: string): string {
  return /^[a-z0-9]/.exec(reading)?.[0] ?? '';
}
