import { createClient, NewsstandError } from '@newsstand/client';
import type { Page, Site, Visit } from '../Visit.ts';
import { clockTolerance, sessionMilliseconds } from './openSessions.ts';
import { signInPage } from './previewPages.ts';

/** The outcome of a form: a page that says what was wrong, or a redirect, possibly with a cookie. */
export type Outcome = Page | { readonly location: string; readonly cookie?: string };

/** Handles a form of the preview. */
export type Action = (
  visit: Visit,
  form: URLSearchParams,
  token: string | undefined,
) => Promise<Outcome> | Outcome;

/** Signs in, after the service has confirmed that the key may preview. */
export async function signIn({ site, now }: Visit, form: URLSearchParams): Promise<Outcome> {
  const { content, sections } = site.settings;
  const [key, secret] = [textOf(form, 'key'), textOf(form, 'secret')];
  // They become headers, which hold only printable characters.
  if (![key, secret].every((text) => /^[!-~]{1,200}$/.test(text)))
    return signInPage('Key and secret are needed, as they were printed.');
  const client = createClient({ ...content, key, secret, retries: 0, timeout: 5000 });
  const fault = await faultOf(
    client.news(sections[0] ?? '').list({ size: 1, previewAt: now + clockTolerance }),
  );
  if (fault !== undefined) return signInPage(fault);
  return { location: '/', cookie: cookieOf(site, site.sessions.open(client), sessionMilliseconds / 1000) };
}

/** Chooses the moment, or everything. */
export function chooseMoment({ site, preview }: Visit, form: URLSearchParams): Outcome {
  if (preview === undefined) return { location: '/preview' };
  const at = Date.parse(`${textOf(form, 'at')}Z`);
  if (form.has('everything')) preview.previewAt = undefined;
  else if (Number.isSafeInteger(at)) preview.previewAt = Math.max(0, at);
  return { location: pathOn(site, textOf(form, 'back')) };
}

/** Ends the session, here and in the browser. */
export function signOut({ site }: Visit, _: URLSearchParams, token: string | undefined): Outcome {
  site.sessions.end(token);
  return { location: '/', cookie: cookieOf(site, '', 0) };
}

/** Why the service refuses a key. */
async function faultOf(asked: Promise<unknown>): Promise<string | undefined> {
  try {
    await asked;
  } catch (error) {
    if (!(error instanceof NewsstandError)) throw error;
    if (error.status === 401) return 'The service does not know this key and secret.';
    if (error.code === 'preview_denied') return 'This key may not preview. Make one with --preview.';
    if (error.status === 403) return 'This key does not reach the news of this site.';
    // A section exists from its first item on; if there is none yet, the key is still valid.
    if (error.status !== 404) throw error;
  }
  return undefined;
}

/** Out of reach for scripts, and never sent along from another site. */
function cookieOf({ url }: Site, token: string, seconds: number): string {
  const secure = url.startsWith('https:') ? '; Secure' : '';
  return `preview=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** Only ever a path of this site: a form must not lead elsewhere. */
export function pathOn({ url }: Site, back: string): string {
  const target = URL.canParse(back, url) ? new URL(back, url) : new URL(url);
  return target.origin === new URL(url).origin ? target.pathname.replace(/^\/+/, '/') + target.search : '/';
}

export function textOf(form: URLSearchParams, name: string): string {
  return form.get(name)?.trim() ?? '';
}
