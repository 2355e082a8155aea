import {
  type RenderedPicture,
  renderPicture,
} from '../../packages/server/src/media/picture/renderPicture.ts';
import { parsePicturePath, picturePath } from '../../packages/server/src/media/picture/url/picturePath.ts';
import { type Sample, type SourceName, sources } from './samples.ts';

const made = new Map<SourceName, Promise<Uint8Array>>();

/** A source as a PNG file, like an original. It is rendered once for all samples. */
export function makeSource(name: SourceName): Promise<Uint8Array> {
  const source = made.get(name) ?? renderSource(name);
  made.set(name, source);
  return source;
}

async function renderSource(name: SourceName): Promise<Uint8Array> {
  const { operations } = parsePicturePath('source.svg');
  const drawing = new TextEncoder().encode(sources[name]);
  return (await renderPicture(drawing, operations, { format: 'png', seed: 1 })).bytes;
}

/** Renders a picture of the page as the service would. */
export async function makeSample({ source, operations, format }: Sample): Promise<RenderedPicture> {
  const read = parsePicturePath(picturePath(operations, 'source.png'));
  return await renderPicture(await makeSource(source), read.operations, { format, seed: 1 });
}

/** The name of a picture's file. */
export function sampleFile({ name, format }: Sample): string {
  return `${name}.${format === 'jpeg' ? 'jpg' : format}`;
}
