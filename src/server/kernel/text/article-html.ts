import { marked } from 'marked';
import sanitize from 'sanitize-html';

const TAGS =
  'h2 h3 h4 p ul ol li blockquote hr br pre code strong b em i u s del sub sup mark a img figure figcaption ' +
  'table caption thead tbody tr th td';

const OPTIONS: sanitize.IOptions = {
  allowedTags: TAGS.split(' '),
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
    ol: ['start'],
    th: ['colspan', 'rowspan', 'align', 'scope'],
    td: ['colspan', 'rowspan', 'align'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  transformTags: {
    /* The page's own heading is the article's title. */
    h1: 'h2',
    a: (tagName, { href = '', title }) => {
      const elsewhere = /^\s*https?:/i.test(href);
      const attribs = { href, ...(title !== undefined && { title }) };
      return {
        tagName,
        attribs: elsewhere ? { ...attribs, target: '_blank', rel: 'noopener noreferrer nofollow' } : attribs,
      };
    },
    img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, loading: 'lazy' } }),
  },
};

/** Nesting of quotes and lists at most; the parser recurses for each. */
const MAX_NESTING = 20;

const MARK = /[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))/y;

/** A line of Markdown with its quote and list markers cut to the maximal nesting. */
function bounded(line: string): string {
  let kept = 0;
  let end = 0;
  MARK.lastIndex = 0;
  for (let depth = 1; MARK.test(line); depth += 1) {
    end = MARK.lastIndex;
    if (depth <= MAX_NESTING) kept = end;
  }
  return line.slice(0, kept) + line.slice(end);
}

/** Converts Markdown, which may contain HTML, to sanitised HTML: no scripts, styles, frames or forms. */
export function articleHtml(source: string): string {
  const text = source.split('\n').map(bounded).join('\n');
  return sanitize(marked.parse(text, { async: false }), OPTIONS);
}
