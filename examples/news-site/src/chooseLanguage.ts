import { type Outcome, pathOn, textOf } from './preview/previewActions.ts';
import type { Visit } from './Visit.ts';

const year = 365 * 24 * 3600;

/** The language switch: keeps the choice, and goes to the same page in that language. */
export function chooseLanguage({ site }: Visit, form: URLSearchParams): Outcome {
  const wanted = textOf(form, 'language');
  const edition = site.settings.editions.find(({ language }) => language === wanted);
  const location = pathOn(site, textOf(form, 'to'));
  if (edition === undefined) return { location };
  const secure = site.url.startsWith('https:') ? '; Secure' : '';
  const cookie = `language=${edition.language}; Path=/; Max-Age=${year}; HttpOnly; SameSite=Lax${secure}`;
  return { location, cookie };
}
