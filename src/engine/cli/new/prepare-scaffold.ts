import { type Language, languageFor } from '../language.ts';
import { timeZoneOf } from '../project/time-zone.ts';
import type { Names } from './names.ts';
import { shopParts } from './shop-parts.ts';
import { type Kind, readKinds, type Scaffold, scaffold } from './templates.ts';

export interface Requested {
  names: Names;
  title: string | undefined;
  /** As in `scaffold`. */
  values?: Readonly<Record<string, string>>;
  from?: string | undefined;
  until?: string | undefined;
  /** The language in which the next steps are said; what is written is in the site's. */
  said: Language;
}

async function scaffoldIn(
  files: ReadonlyMap<string, string>,
  name: string,
  { said, ...requested }: Requested,
): Promise<Scaffold> {
  const lang = languageFor(files);
  const [written, spoken] = await Promise.all([readKinds(lang), readKinds(said)]);
  const kind = { ...written[name], next: spoken[name]?.next } as Kind;
  const timeZone = timeZoneOf(files);
  const shop = shopParts(files);
  return scaffold(kind, { ...requested, now: Date.now(), timeZone, present: files.keys(), shop, lang });
}

/** Adds entries to a YAML map. One that is written as `{}` gives way to them. */
function append(text: string, addition: string): string {
  const kept = text.replace(/^\{\s*\}\s*$/m, '');
  return `${kept}${kept === '' || kept.endsWith('\n') ? '' : '\n'}${addition}`;
}

/** A scaffold, and the texts of the files that it writes or adds to: path -> whole text. */
export async function prepareScaffold(
  before: ReadonlyMap<string, string>,
  name: string,
  requested: Requested,
): Promise<{ made: Scaffold; written: Map<string, string> }> {
  const made = await scaffoldIn(before, name, requested);
  const appended = Object.entries(made.append).map(([path, addition]): [string, string] => [
    path,
    append(before.get(path) ?? '', addition),
  ]);
  return { made, written: new Map([...Object.entries(made.files), ...appended]) };
}
