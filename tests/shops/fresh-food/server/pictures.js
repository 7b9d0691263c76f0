import { Readable } from 'node:stream';
import { draw } from './seed/drawing.js';

/** Pictures are drawn of their names, so that nothing is kept: `round-d8432b.svg` is a red round thing. */
const textOf = (name) => draw(...name.replace(/\.svg$/, '').split('-'));

/** Names of assets -> the drawings, while products are imported. */
export const drawings = {
  getStreamFromPath: async (name) =>
    Object.assign(Readable.from([Buffer.from(textOf(name))]), { path: name }),
};

/** The storage of Vendure's assets. */
export class DrawnPictures {
  writeFileFromBuffer = async (name) => name;
  writeFileFromStream = async (name, stream) => {
    stream.resume();
    return name;
  };
  readFileToBuffer = async (name) => Buffer.from(textOf(name.replace('__preview', '')));
  readFileToStream = async (name) => Readable.from([textOf(name)]);
  deleteFile = async () => {};
  fileExists = async () => false;
  toAbsoluteUrl = (request, name) =>
    `${request.protocol}://${request.get('host')}/pictures/${name.replace('source/', '').replace('preview/', '').replace('__preview', '').replace('.svg.png', '.svg')}`;
}

/** A drawing needs no smaller one beside it. */
export const withoutPreview = { generatePreviewImage: async (_ctx, _type, data) => data };

/** `GET /pictures/<name>` */
export function servePicture(request, response) {
  response
    .set({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' })
    .send(textOf(request.path.split('/').at(-1) ?? ''));
}
