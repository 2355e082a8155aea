import { imageUrlOf } from '../urlFor.ts';

/** The loader of `next/image`: pictures of the service in the widths that it has; others keep their URL. */
export default function imageLoader({ src, width }: { src: string; width: number }): string {
  return imageUrlOf({ url: src }).width(width).url;
}
