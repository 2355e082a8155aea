import type { PictureFormat } from '../picture/encodeImage.ts';

/**
 * The format of a picture's answer: the smallest that the reader says it takes, or else that of the source. What may
 * move becomes no AVIF, in which it would stand still.
 */
export function chooseFormat(accept: string | undefined, ext: string): PictureFormat {
  const mayMove = ext === 'gif' || ext === 'webp';
  if (!mayMove && accepts(accept, 'image/avif')) return 'avif';
  if (accepts(accept, 'image/webp')) return 'webp';
  return formatOf(ext);
}

/** The format that a source is in; what has none of its own here becomes PNG, which loses nothing. */
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

/** Only what is named counts: every browser also says that it takes anything. */
function accepts(header = '', type: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return name === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
