import type { EncodedText } from './Item.ts';

/** A searched text as it was before it was encoded. */
export function decodeText(text: EncodedText | undefined): string {
  return text?.bytes.toString(text.isWide ? 'utf16le' : 'latin1') ?? '';
}
