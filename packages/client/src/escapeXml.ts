import { escapeHtml } from '@newsstand/html';

/** Characters that XML 1.0 forbids even when escaped, lone surrogates among them. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Text for XML or HTML, also within quotes. */
export function escapeXml(text: string): string {
  return escapeHtml(text.replaceAll(forbidden, ''));
}
