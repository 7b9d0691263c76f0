import { asObject } from '../json.ts';
import type { ConfigFile } from '../schema/config-file.ts';
import { YamlFile } from '../source/yaml-file.ts';
import { pagesIn } from './pages.ts';

/** Where unknown addresses lead when `site.yaml` names no page of its own. */
const NOT_FOUND = '/404';

const PAGE = `name: storewright_not_found
path: ${NOT_FOUND}
title: '404'
blocks:
  - block: result
    kind: info
    level: title
    title: $site.texts.gone
    text: $site.texts.goneHint
    actions: [{ text: $site.texts.backHome, to: $site.pages.home }]
`;

/** No file of the config has this path. */
const FILE: ConfigFile = { kind: 'page', yaml: new YamlFile('storewright/not-found.yaml', PAGE) };

/** A config with the pages that every shop has, where it has none of its own. */
export function withDefaultPages(files: readonly ConfigFile[]): readonly ConfigFile[] {
  const site = files.find(({ kind }) => kind === 'site');
  if (site === undefined || asObject(asObject(site.yaml.value)['pages'])['notFound'] !== undefined)
    return files;
  const isTaken = files
    .flatMap(pagesIn)
    .some(({ path, alias }) => path === NOT_FOUND || alias.includes(NOT_FOUND));
  return isTaken ? files : [...files, FILE];
}
