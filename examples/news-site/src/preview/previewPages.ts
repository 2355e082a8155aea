import { type Html, html } from '../html.ts';
import type { Page, Visit } from '../Visit.ts';

/** Asks for a preview key; or says that somebody has signed in. */
export function previewPage({ preview }: Visit): Page {
  return preview === undefined ? signInPage() : signedInPage();
}

/** The form, with what was wrong with the last try. */
export function signInPage(fault?: string): Page {
  const main = html`<div class="heading"><h1>Preview</h1></div>
<p>See drafts, and what will be live at any moment. You need a preview key: <code>newsstand key create --preview</code> makes one.</p>
${fault !== undefined && html`<p class="fault" role="alert">${fault}</p>`}
<form class="sign-in" method="post" action="/preview">
  ${field('Preview key', 'key', 'text')}
  ${field('Secret', 'secret', 'password')}
  <button>Sign in</button>
</form>`;
  return { title: 'Preview', main, status: fault === undefined ? 200 : 403 };
}

function signedInPage(): Page {
  const main = html`<div class="heading"><h1>Preview</h1></div>
<p>You are signed in. The bar at the top of every page chooses the moment that you see. <a href="/">To the front page</a></p>`;
  return { title: 'Preview', main };
}

function field(label: string, name: string, type: string): Html {
  return html`<label>${label} <input name="${name}" type="${type}" required maxlength="200" autocomplete="off" spellcheck="false"></label>`;
}
