import { rasterise } from '../../../kernel/files/picture-size.ts';
import { fontThread } from '../../../kernel/fonts/font-thread.ts';

const thread = fontThread(new URL('./outline-texts.ts', import.meta.url), 30_000);

/**
 * A drawing as a WebP picture of this width in px, which a browser shows in a tenth of the time that the drawing takes; null
 * when it has to stay one.
 */
export async function pictureOf(svg: string, width: number): Promise<Uint8Array | null> {
  const outlined = (await thread.run(svg, { name: 'outlineTexts' })) as string | null;
  return outlined === null ? null : rasterise(outlined, width);
}
