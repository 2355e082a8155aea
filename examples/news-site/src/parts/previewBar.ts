import { type Html, html } from '../html.ts';
import type { Session } from '../preview/openSessions.ts';
import type { Visit } from '../Visit.ts';
import { moment } from './date.ts';

const hour = 3_600_000;
const earliest = -30 * 24;
const latest = 60 * 24;

/**
 * Says what is previewed, and changes it. The field alone is sent; the slider moves it, and is there only where a
 * script can do that.
 */
export function previewBar({ url, now }: Visit, { previewAt }: Session): Html {
  const at = previewAt ?? now;
  const hours = Math.max(earliest, Math.min(latest, Math.round((at - now) / hour)));
  return html`<aside class="preview" aria-label="Preview">
  <p>${previewAt === undefined ? 'Preview of everything, drafts too' : html`Preview of ${moment(previewAt)}`}</p>
  <form method="post" action="/preview/moment">
    <input type="hidden" name="back" value="${url.pathname}${url.search}">
    <label class="slider"><span>30 days ago</span>
      <input type="range" min="${earliest}" max="${latest}" value="${hours}" data-now="${now}" aria-label="Moment to preview">
      <span>in 60 days</span></label>
    <label>Moment (UTC) <input type="datetime-local" name="at" value="${fieldValue(at)}" required></label>
    <button>Show</button>
    <button name="everything" value="yes" formnovalidate>Everything</button>
  </form>
  <form method="post" action="/preview/sign-out"><button>Sign out</button></form>
</aside>`;
}

function fieldValue(at: number): string {
  return new Date(at).toISOString().slice(0, 16);
}
