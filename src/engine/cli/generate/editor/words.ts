import { pagesIn } from '#engine/compiler/graph/pages.ts';
import { asList, asObject, isObject, objectEntries, textOf } from '#engine/compiler/json.ts';
import type { Project } from '#engine/compiler/project/project.ts';
import { parseReferences, strings } from '#engine/compiler/reference.ts';
import { callSchemas } from '#engine/compiler/references/call-schemas.ts';
import { endpointOf } from '#engine/compiler/schema/call.ts';
import type { ConfigFile } from '#engine/compiler/schema/config-file.ts';
import { itemsOf, shapes } from '#engine/compiler/schema/shape.ts';
import { roleNames, VISITOR } from '#engine/compiler/schema/site.ts';
import type { CallConfig, SiteConfig } from '#engine/generated/schemas.ts';

/** A name that YAML may use, as an editor offers it. */
export interface Word {
  value: string;
  /** What it is, in a few words. */
  title?: string;
  /** Markdown. */
  description: string;
}

/** Everything that config files name each other by. */
export interface Words {
  calls: readonly Word[];
  slots: readonly Word[];
  shells: readonly Word[];
  /** Addresses of pages; one with a parameter is a template to fill in. */
  links: readonly Word[];
  /** Roles that a page or a call may need, weakest first. */
  roles: readonly Word[];
  /** Names that browsers remember values under. */
  remembered: readonly Word[];
  references: readonly Word[];
}

/** Who may use what needs this role. */
function audienceOf(role: string, { roles }: SiteConfig): string {
  const label = roles[role]?.label ?? role;
  if (role === VISITOR) return '所有人';
  return role === Object.keys(roles).at(-1) ? label : `${label}及以上`;
}

export function gatherWords(project: Project, files: readonly ConfigFile[]): Words {
  return {
    calls: [...project.calls.values()].map((call) => callWord(call, project.site)),
    slots: Object.entries(project.slots).map(([value, { label, width, height, max = 6 }]) => ({
      value,
      title: label,
      description: `广告位：${width}×${height} px，最多 ${max} 张。`,
    })),
    shells: [...project.shells].sort().map((value) => ({ value, description: `config/shell/${value}.yaml` })),
    links: pageLinks(files),
    roles: roleNames(project.site).map((value) => ({ value, description: audienceOf(value, project.site) })),
    remembered: namesIn(asObject(project.siteSchema['properties'])['remember'], project),
    references: references(project, files),
  };
}

function callWord({ name, config }: { name: string; config: CallConfig }, site: SiteConfig): Word {
  const { method, path } = endpointOf(config);
  const answer = Object.keys(asObject(callSchemas(config).answer['properties']));
  const lines = [
    `\`${method} ${path}\`　${audienceOf(config.access ?? VISITOR, site)}可用`,
    ...(answer.length > 0 ? [`回答：${answer.map((field) => `\`${field}\``).join('、')}`] : []),
  ];
  return { value: name, title: config.description ?? name, description: lines.join('\n\n') };
}

/** The names of a schema's properties, with what each is. */
const namesIn = (schema: unknown, { library }: Project): Word[] =>
  shapes(schema, library).flatMap((shape) =>
    objectEntries(shape['properties']).map(([value, property]) => ({
      value,
      description: textOf(property['description'] ?? value),
    })),
  );

function pageLinks(files: readonly ConfigFile[]): Word[] {
  const words = new Map<string, Word>();
  for (const file of files) {
    const titles = new Map(titlesOf(file.yaml.value));
    for (const { name = '', path, alias, isLayout } of pagesIn(file)) {
      if (isLayout) continue;
      for (const value of [path, ...alias]) {
        if (value === undefined || value.includes('*')) continue;
        words.set(value, {
          value,
          description: `${titles.get(name) ?? name}（页面 \`${name}\`，${file.yaml.path}）`,
        });
      }
    }
  }
  return [...words.values()].sort((a, b) => (a.value < b.value ? -1 : 1));
}

function* titlesOf(value: unknown): Generator<[string, string]> {
  const page = asObject(value);
  if (typeof page['name'] === 'string' && typeof page['title'] === 'string')
    yield [page['name'], page['title']];
  for (const child of asList(page['children'])) yield* titlesOf(child);
}

/** Roots with what lies below them where that is the same everywhere, and what the config already reads elsewhere. */
function references(project: Project, files: readonly ConfigFile[]): Word[] {
  const words = new Map<string, string>([
    ['$now', '现在（服务器的时钟，10 位，秒）'],
    ['$form', '表单提交的值；只在 on 的动作里有'],
    ['$event', '事件带来的值；只在 on 的动作里有'],
    ['$item', '列表的当前一项；只在 repeat 里与逐项的属性里有'],
    ['$query.page', '地址 ? 后的 page'],
  ]);
  const below = (root: string, schema: unknown, levels: number): void => {
    for (const shape of shapes(schema, project.library)) {
      for (const [name, property] of objectEntries(shape['properties'])) {
        const path = `${root}.${name}`;
        words.set(path, textOf(property['description'] ?? property['title'] ?? name));
        if (levels > 1) below(path, property, levels - 1);
      }
    }
  };
  below('$user', { $ref: 'entity:user' }, 1);
  below('$site', project.siteSchema, 3);
  for (const [name, call] of dataEntries(files)) {
    const config = project.calls.get(call)?.config;
    if (config === undefined) continue;
    const { answer } = callSchemas(config);
    words.set(`$data.${name}`, `${config.description ?? call}（\`${call}\` 的回答）`);
    below(`$data.${name}`, answer['type'] === 'array' ? {} : answer, 1);
    below(`$item`, itemsOf(asObject(answer['properties'])['list'] ?? answer, project.library), 1);
  }
  for (const { yaml } of files) {
    for (const text of strings(yaml.value)) {
      for (const reference of parseReferences(text).good) {
        if (['query', 'route', 'event'].includes(reference.root) && !words.has(reference.text))
          words.set(reference.text, `${yaml.path} 中用到`);
      }
    }
  }
  return [...words].map(([value, description]) => ({ value, description }));
}

/** Name and call of every data entry of the shop; the first page that uses a name explains it. */
function dataEntries(files: readonly ConfigFile[]): Map<string, string> {
  const entries = new Map<string, string>();
  const visit = (value: unknown): void => {
    const owner = asObject(value);
    for (const [name, entry] of objectEntries(owner['data'])) {
      if (typeof entry['call'] === 'string' && !entries.has(name)) entries.set(name, entry['call']);
    }
    for (const child of asList(owner['children'])) if (isObject(child)) visit(child);
  };
  for (const { kind, yaml } of files) if (kind === 'page' || kind === 'shell') visit(yaml.value);
  return entries;
}
