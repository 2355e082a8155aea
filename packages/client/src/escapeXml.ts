import { escapeHtml } from '@newsstand/html';

/** What XML 1.0 does not allow at all, not even escaped; single surrogates among it. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** A text as it stands in XML or HTML, also between quotes. */
export function escapeXml(text: string): string {
  return escapeHtml(text.replaceAll(forbidden, ''));
}
