import { decodePercent } from '../../../../http/request.ts';

/** What a percent-encoded text says: `%E6%97%A5` is 日. A text with a percent sign of its own stays as it is: `100%`. */
export function percentDecoded(text: string): string {
  return decodePercent(text) ?? text;
}
