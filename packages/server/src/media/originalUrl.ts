import { type Original, originalName } from './Originals.ts';

/** The address of an original. */
export function originalUrl(mediaUrl: string, original: Pick<Original, 'sha256' | 'ext'>): string {
  return `${mediaUrl}/originals/${originalName(original)}`;
}
