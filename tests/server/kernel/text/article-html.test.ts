import { describe, expect, it } from 'vitest';
import { articleHtml } from '#server/kernel/text/article-html.ts';

describe('what readers get of an article', () => {
  it('is made of Markdown', () => {
    const html = articleHtml(
      '## 步骤\n\n1. 登录\n2. **上传**\n\n| 证照 | 编号 |\n| --- | --- |\n| 营业执照 | 1 |\n\n> 注意',
    );
    expect(html).toContain('<h2>步骤</h2>');
    expect(html).toMatch(/<ol>\s*<li>登录<\/li>\s*<li><strong>上传<\/strong><\/li>/);
    expect(html).toContain('<th>证照</th>');
    expect(html).toContain('<blockquote>');
  });

  it('has no heading of the first level: the title of the page is that', () => {
    expect(articleHtml('# 标题')).toBe('<h2>标题</h2>\n');
  });

  it.each([
    ['a script', 'x<script>alert(1)</script>y'],
    ['an event handler', '<img src="/a.png" onerror="alert(1)">'],
    ['a javascript link', '<a href="javascript:alert(1)">点我</a>'],
    ['a javascript link in Markdown', '[点我](javascript:alert(1))'],
    ['a javascript link with blanks inside', '<a href="jav&#x09;ascript:alert(1)">点我</a>'],
    ['a javascript link in capitals', '<a href=" JaVaScRiPt:alert(1)">点我</a>'],
    ['a data link', '<a href="data:text/html,<script>alert(1)</script>">点我</a>'],
    ['an SVG with a script', '<svg><script>alert(1)</script></svg>'],
    ['an SVG that acts when loaded', '<svg onload="alert(1)"><animate onbegin="alert(1)"/></svg>'],
    ['MathML', '<math><mi xlink:href="javascript:alert(1)">x</mi></math>'],
    ['a frame', '<iframe src="https://evil.example"></iframe>'],
    ['an object', '<object data="evil.swf"></object><embed src="evil.swf">'],
    ['a form', '<form action="https://evil.example"><input name="password"><button>登录</button></form>'],
    ['a style', '<style>body{display:none}</style><p style="position:fixed;inset:0">盖住</p>'],
    [
      'a base and a refresh',
      '<base href="//evil.example"><meta http-equiv="refresh" content="0;url=//evil.example">',
    ],
    ['a template', '<template><script>alert(1)</script></template>'],
    ['broken markup', '<img src="x" onerror=alert(1)//'],
    ['a comment that ends early', '<!--><script>alert(1)</script>-->'],
    [
      'a picture from a script',
      '<img src="javascript:alert(1)"><img src="data:image/svg+xml,<svg onload=alert(1)>">',
    ],
  ])('carries nothing of %s', (_, source) => {
    const html = articleHtml(source);
    const tags = html.match(/<[^>]*>/g) ?? [];
    expect(tags.join(' ')).not.toMatch(
      /script|iframe|object|embed|svg|math|form|input|button|style|base|meta|template|\son\w+\s*=|data:/i,
    );
  });

  it('leads to another site in a new tab, without telling it where the reader came from', () => {
    expect(articleHtml('[药监局](https://www.nmpa.gov.cn/)')).toContain(
      '<a href="https://www.nmpa.gov.cn/" target="_blank" rel="noopener noreferrer nofollow">',
    );
    expect(articleHtml('[退货](/help/zfps/ypth?id=113)')).toContain('<a href="/help/zfps/ypth?id=113">');
    expect(articleHtml('<a href="//evil.example" target="_top">x</a>')).toBe('<p><a>x</a></p>\n');
  });

  it('is made of what nests without end, as deep as anybody writes', () => {
    const depths = ['>'.repeat(20_000), '- '.repeat(20_000), '1. > '.repeat(10_000)].map((marks) => {
      const html = articleHtml(`${marks} 深处`);
      expect(html).toContain('深处');
      return (html.match(/<(?:blockquote|li)>/g) ?? []).length;
    });
    expect(depths).toEqual([20, 20, 20]);
  });

  it('stays clean when it is cleaned again', () => {
    const once = articleHtml('<p>a &lt;script&gt;alert(1)&lt;/script&gt; &amp; b</p>');
    expect(articleHtml(once)).toBe(once);
  });
});
