import { imageUrl, placeOf, type SigningOptions } from './imageUrl.ts';
import type { Media, MediaOperation } from './resources.ts';

/** Which sizes of a picture there shall be. */
export interface SrcsetOptions extends SigningOptions {
  /** In pixels. */
  widths: readonly number[];
  /** Width by height, such as `16 / 9`: each picture is cut to it, around what matters. Default: as it is. */
  ratio?: number | undefined;
  /** More operations, such as filters. */
  operations?: readonly MediaOperation[] | undefined;
}

/**
 * A picture in several widths, for `srcset`: `<url> 320w, <url> 640w`. Empty where the service can't make any:
 * for media hosted elsewhere, or without a picture.
 */
export async function srcset(
  media: Media | undefined,
  { widths, ratio, operations = [], key }: SrcsetOptions,
): Promise<string> {
  if (placeOf(media) === undefined) return '';
  const one = async (width: number) => {
    const height = ratio === undefined ? 0 : Math.round(width / ratio);
    const shape: MediaOperation[] = [{ type: 'size', width, height }];
    if (ratio !== undefined) shape.push({ type: 'smart' });
    return `${await imageUrl(media, [...shape, ...operations], { key })} ${width}w`;
  };
  return (await Promise.all(widths.map(one))).join(', ');
}
