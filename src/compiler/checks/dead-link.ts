import { certain, nearest } from '../nearest.ts';
import { isParam } from '../project/route-pattern.ts';
import { routesOf } from '../project/routes.ts';
import { suggestion } from '../validate/describe.ts';
import type { Check } from './check.ts';
import { isLink, readLink } from './link.ts';

const NEW_PAGE = {
  zh: '改成已有的地址，或在 config/pages 新建这个页面。',
  en: 'Use an existing path, or add the page to config/pages.',
};

export default {
  meta: {
    code: 'dead-link',
    severity: 'error',
    title: { zh: '没有的页面', en: 'Link to no page' },
    description: {
      zh: '链接、跳转与动作 go 指向的站内地址必须有页面，否则买家看到的是 404。',
      en: 'A path that a link, redirect or go names must have a page, or buyers end at 404.',
    },
  },
  scope: 'file',
  create({ project, report }) {
    const routes = routesOf(project);
    return {
      text(node) {
        if (!isLink(node, project.library)) return;
        const target = readLink(node.text);
        if (target.kind === 'odd') {
          report({
            at: { pointer: node.pointer },
            message: {
              zh: `${node.text} 既不是站内地址，也不是网址`,
              en: `${node.text} is neither a path nor a URL`,
            },
            hint: {
              zh: `站内地址以 / 开头，如 /${node.text}。`,
              en: `A path starts with /, such as /${node.text}.`,
            },
          });
        }
        if (target.kind !== 'page' || routes.match(target.path) !== undefined) return;
        const known = routes.addresses.map(({ pattern }) => pattern);
        const plain = known.filter((pattern) => !pattern.split('/').some(isParam));
        const replacement = node.text === target.path ? certain(target.path, plain) : undefined;
        report({
          at: { pointer: node.pointer, within: node.text.replace(/[?#].*$/, '') },
          message: { zh: `没有地址为 ${target.path} 的页面`, en: `no page has the address ${target.path}` },
          hint: nearest(target.path, known).length > 0 ? suggestion(target.path, known) : NEW_PAGE,
          ...(replacement !== undefined && { replacement }),
        });
      },
    };
  },
} satisfies Check as Check;
