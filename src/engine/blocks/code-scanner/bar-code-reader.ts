import {
  BinaryBitmap,
  HybridBinarizer,
  MultiFormatOneDReader,
  NotFoundException,
  RGBLuminanceSource,
} from '@zxing/library';
import type { CodeReader } from './code-reader.ts';

/** px: wider pictures are made smaller; the bars of a package that fills half of it still have two pixels each. */
const WIDEST = 800;

/** Reads the bar codes of packages (EAN, UPC, Code 128, Code 39, ITF), where the browser reads none itself. */
export class BarCodeReader implements CodeReader {
  readonly #canvas = document.createElement('canvas');
  readonly #context = this.#canvas.getContext('2d', { willReadFrequently: true });
  readonly #reader = new MultiFormatOneDReader(new Map());

  async detect(picture: HTMLVideoElement): Promise<readonly { rawValue: string }[]> {
    const scale = Math.min(1, WIDEST / picture.videoWidth);
    const [width, height] = [Math.round(picture.videoWidth * scale), Math.round(picture.videoHeight * scale)];
    if (!this.#context || width === 0) return [];
    Object.assign(this.#canvas, { width, height });
    this.#context.drawImage(picture, 0, 0, width, height);
    const { data } = this.#context.getImageData(0, 0, width, height);
    return this.#read(greyOf(data), width, height);
  }

  #read(grey: Uint8ClampedArray, width: number, height: number): readonly { rawValue: string }[] {
    const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, width, height)));
    try {
      return [{ rawValue: this.#reader.decode(bitmap).getText() }];
    } catch (fault) {
      if (fault instanceof NotFoundException) return [];
      throw fault;
    } finally {
      this.#reader.reset();
    }
  }
}

/** Brightness of each pixel, which is given as red, green, blue and opacity. */
function greyOf(pixels: Uint8ClampedArray): Uint8ClampedArray {
  const grey = new Uint8ClampedArray(pixels.length / 4);
  for (let at = 0; at < grey.length; at += 1) {
    const [red, green, blue] = [pixels[at * 4] ?? 0, pixels[at * 4 + 1] ?? 0, pixels[at * 4 + 2] ?? 0];
    grey[at] = (red + 2 * green + blue) / 4;
  }
  return grey;
}
