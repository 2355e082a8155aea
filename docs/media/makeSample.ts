import {
  type RenderedPicture,
  renderPicture,
} from '../../packages/server/src/media/picture/renderPicture.ts';
import { parsePicturePath } from '../../packages/server/src/media/picture/url/parsePicturePath.ts';
import { picturePath } from '../../packages/server/src/media/picture/url/picturePath.ts';
import { type Sample, type SourceName, sources } from './samples.ts';

/** A source as an original would be: a PNG file. */
export async function makeSource(name: SourceName): Promise<Uint8Array> {
  const { operations } = parsePicturePath('source.svg');
  const drawing = new TextEncoder().encode(sources[name]);
  return (await renderPicture(drawing, operations, { format: 'png', seed: 1 })).bytes;
}

/** Makes a picture of the page just as the service would. */
export async function makeSample({ source, operations, format }: Sample): Promise<RenderedPicture> {
  const read = parsePicturePath(picturePath(operations, 'source.png'));
  return await renderPicture(await makeSource(source), read.operations, { format, seed: 1 });
}

/** The name of a picture's file. */
export function sampleFile({ name, format }: Sample): string {
  return `${name}.${format === 'jpeg' ? 'jpg' : format}`;
}
