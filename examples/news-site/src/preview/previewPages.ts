import { type Html, html } from '../html.ts';
import { moment } from '../parts/date.ts';
import type { Page, Visit } from '../Visit.ts';
import type { Session } from './openSessions.ts';

/** The form to sign in, or a page for those who are signed in. */
export function previewPage({ preview }: Visit): Page {
  return preview === undefined ? signInPage() : signedInPage();
}

/** The form, with the fault of the last attempt. */
export function signInPage(fault?: string): Page {
  const main = html`<div class="heading"><h1>Preview</h1></div>
<p>See drafts, and what will be live at any moment. You need a preview key: <code>newsstand key create --preview</code> makes one.</p>
${fault !== undefined && html`<p class="fault" role="alert">${fault}</p>`}
<form class="sign-in" method="post" action="/preview">
  ${field('Preview key', 'key', 'text')}
  ${field('Secret', 'secret', 'password')}
  <button>Sign in</button>
</form>`;
  return { title: 'Preview', main, isHidden: true, status: fault === undefined ? 200 : 403 };
}

function signedInPage(): Page {
  const main = html`<div class="heading"><h1>Preview</h1></div>
<p>You are signed in. The bar at the top of every page chooses the moment that you see. <a href="/">To the front page</a></p>`;
  return { title: 'Preview', main, isHidden: true };
}

function field(label: string, name: string, type: string): Html {
  return html`<label>${label} <input name="${name}" type="${type}" required maxlength="200" autocomplete="off" spellcheck="false"></label>`;
}

const hour = 3_600_000;
const latest = 60 * 24;

/**
 * Shows and changes the time of the preview. Only the field is sent; the slider moves it, and is shown only if scripts
 * run.
 */
export function previewBar({ url, now }: Visit, { previewAt }: Session): Html {
  const at = Math.max(previewAt ?? now, now);
  const hours = Math.min(latest, Math.round((at - now) / hour));
  return html`<aside class="preview" aria-label="Preview" lang="en">
  <p>${previewAt === undefined ? 'Preview of everything, drafts too' : html`Preview of ${moment(at)}`}</p>
  <form method="post" action="/preview/moment">
    <input type="hidden" name="back" value="${url.pathname}${url.search}">
    <label class="slider"><span>now</span>
      <input type="range" min="0" max="${latest}" value="${hours}" data-now="${now}" aria-label="Moment to preview">
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
