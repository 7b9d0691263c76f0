import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Image, type ImageProps } from '#engine/ui/image/image.tsx';
import { PictureSizesContext } from '#engine/ui/image/picture-sizes.ts';

const SIZES = { from: ['/api/upload/', 'https://img.example.com/'], widths: [96, 240, 480, 960] };

type Shown = Partial<ImageProps> & { src: string };

/** The HTML of a picture, behind what is fetched early for it. */
const html = (props: Shown) =>
  renderToString(
    <PictureSizesContext value={SIZES}>
      <Image alt="" width={120} height={80} {...props} />
    </PictureSizesContext>,
  );

/** The tag of a picture. */
const tag = (props: Shown) => html(props).replace(/^(?:<link [^>]*>)*/, '');

describe('a picture whose server makes sizes', () => {
  it('can be had in the widths that a screen needs, dense ones too', () => {
    expect(tag({ src: '/api/upload/abc' })).toContain(
      'srcSet="/api/upload/abc?w=96 96w, /api/upload/abc?w=240 240w"',
    );
    expect(tag({ src: 'https://img.example.com/a.jpg' })).toContain('a.jpg?w=240 240w');
  });

  it('says how wide it is, not that the browser may find out: it would be asked again when it leaves the page', () => {
    for (const eager of [true, false])
      expect(tag({ src: '/api/upload/abc', eager })).toContain('sizes="(max-width: 120px) 100vw, 120px"');
  });

  it('is taken no larger than it is shown on a phone, where it stands beside others', () => {
    expect(tag({ src: '/api/upload/abc', width: 240, narrowWidth: 180 })).toContain(
      'sizes="(max-width: 30rem) 180px, 240px"',
    );
  });
});

it.each(['/img/goods/1.svg', 'https://elsewhere.example.com/a.jpg', '/api/upload/abc?v=2'])(
  'a picture of another server is asked for as it is: %s',
  (src) => {
    expect(tag({ src })).not.toContain('srcSet');
  },
);

it('only the main picture of a page is fetched before the others', () => {
  expect(tag({ src: '/a.jpg', eager: true })).toContain('fetchPriority="auto"');
  expect(tag({ src: '/a.jpg', eager: true, main: true })).toContain('fetchPriority="high"');
});

describe('a picture that phones leave out', () => {
  const shown = { src: '/api/upload/abc', eager: true, wideOnly: true };

  it('is fetched with the first bytes of the page where it is the main one, on wide screens alone', () => {
    expect(html({ ...shown, main: true })).toMatch(
      /^<link rel="preload"[^>]* imageSrcSet="\/api\/upload\/abc\?w=96 96w[^>]* media="\(width &gt;= 45rem\)"/,
    );
  });

  it('waits for its place on the page otherwise', () => {
    expect(html(shown)).not.toContain('<link');
  });
});
