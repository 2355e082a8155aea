import { isObject } from '@newsstand/contract';
import { type ApiClient, ApiError, type ApiResponse } from '../../shared/api/createApiClient.ts';

/** The API of a site. */
export type RestApi = {
  /** What it says about itself. */
  readonly root: unknown;
  /** The URL of a route of `wp/v2`. */
  url(route: string, query: Readonly<Record<string, string>>): URL;
};

const rel = 'https://api.w.org/';

/** Finds the API of a site from any of its pages. Where permalinks are plain, it is behind `?rest_route=`. */
export async function findApi(address: string, client: ApiClient): Promise<RestApi> {
  const typed = new URL(address);
  // WordPress.com has the API of all its sites in one place.
  const [, shared] = /^(.*\/wp\/v2\/sites\/[^/]+)/.exec(typed.pathname) ?? [];
  if (shared !== undefined) return apiAt(new URL(`${shared}/`, typed), '', { namespaces: ['wp/v2'] });
  const tried: string[] = [];
  for await (const root of rootsOf(typed, client)) {
    if (tried.includes(root.href)) continue;
    tried.push(root.href);
    const response = await client.get(root);
    if (isRoot(response.value)) return apiAt(new URL(response.url), 'wp/v2/', aboutSite(response.value));
    if (isRefusal(response)) throw closedError(root, response);
  }
  throw new ApiError(
    `there is no API of WordPress at ${address}: neither there, nor at ${tried.slice(0, 3).join(', ')}. Export a file in WordPress (Tools, Export) and import that, or download a feed: curl … | newsstand import -`,
  );
}

/** Where the API may be, the likeliest place first. */
async function* rootsOf(typed: URL, client: ApiClient): AsyncGenerator<URL> {
  const [, before] = /^(.*\/wp-json)(?:\/|$)/.exec(typed.pathname) ?? [];
  if (before !== undefined) yield new URL(`${before}/`, typed);
  if (typed.searchParams.has('rest_route')) yield new URL(`${typed.pathname}?rest_route=/`, typed);
  const page = await client.get(typed);
  const named = linkIn(page.header('link') ?? '') ?? linkInPage(page.text);
  const site = new URL(page.url);
  if (named !== undefined && URL.canParse(named, site.href)) yield new URL(named, site);
  const folder = site.pathname.replace(/[^/]*\.\w+$/, '').replace(/\/*$/, '/');
  yield new URL(`${folder}wp-json/`, site);
  yield new URL(`${folder}?rest_route=/`, site);
  yield new URL('/wp-json/', site);
}

/** The API that a header names: `<https://example.com/wp-json/>; rel="https://api.w.org/"`. */
function linkIn(header: string): string | undefined {
  const links = [...header.matchAll(/<([^<>]*)>\s*;([^<]*)/g)];
  return links.find(
    ([, , about = '']) => about.includes(`rel="${rel}"`) || about.includes(`rel=${rel}`),
  )?.[1];
}

function linkInPage(html: string): string | undefined {
  const [tag = ''] =
    /<link\s[^<>]{0,300}https:\/\/api\.w\.org\/[^<>]{0,300}>/.exec(html.slice(0, 500_000)) ?? [];
  const [, href] = /\shref=["']([^"']+)["']/.exec(tag) ?? [];
  return href?.replaceAll('&amp;', '&');
}

type Root = { readonly namespaces: readonly unknown[]; readonly [member: string]: unknown };

function isRoot(value: unknown): value is Root {
  return isObject(value) && Array.isArray(value['namespaces']) && value['namespaces'].includes('wp/v2');
}

/** All routes with their arguments would be half a megabyte. */
function aboutSite({ name, url, home, namespaces }: Root): unknown {
  return { name, url, home, namespaces };
}

function isRefusal({ status, value }: ApiResponse): boolean {
  return (status === 401 || status === 403) && isObject(value) && typeof value['code'] === 'string';
}

export const wrongPassword =
  'the site refuses the user or the application password; create one under Users, Profile, Application Passwords';

function closedError(root: URL, { status, value }: ApiResponse): ApiError {
  const code = isObject(value) ? String(value['code']) : '';
  if (/password|username|email/.test(code)) return new ApiError(wrongPassword, { status });
  return new ApiError(
    `the API at ${root.href} is closed to visitors (${status} ${code}). Try --user with an application password, or export a file in WordPress (Tools, Export)`,
    { status },
  );
}

function apiAt(root: URL, prefix: string, about: unknown): RestApi {
  return {
    root: about,
    url(route, query) {
      const plain = root.searchParams.get('rest_route');
      const url = new URL(root);
      if (plain === null) url.pathname = `${root.pathname.replace(/\/*$/, '/')}${prefix}${route}`;
      else url.searchParams.set('rest_route', `${plain.replace(/\/*$/, '/')}${prefix}${route}`);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url;
    },
  };
}
