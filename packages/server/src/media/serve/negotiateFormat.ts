import type { PictureFormat } from '../picture/encodeImage.ts';

/**
 * The format to send a picture in: the smallest that the client accepts, or else that of the source. Possible animations
 * are never sent as AVIF, which would be a still picture.
 */
export function negotiateFormat(accept: string | undefined, ext: string): PictureFormat {
  const mayBeAnimated = ext === 'gif' || ext === 'webp';
  if (!mayBeAnimated && accepts(accept, 'image/avif')) return 'avif';
  if (accepts(accept, 'image/webp')) return 'webp';
  return formatOf(ext);
}

/** The format of the source; PNG, which is lossless, for formats that are not written. */
function formatOf(ext: string): PictureFormat {
  switch (ext) {
    case 'jpg':
      return 'jpeg';
    case 'gif':
    case 'webp':
    case 'avif':
      return ext;
    default:
      return 'png';
  }
}

/** Wildcards do not count: every browser sends them. */
function accepts(header = '', type: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return name === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
