/**
 * The page that a preview link leads to if its instance has no page on a site. It is the same for everybody: the link is in
 * its fragment, which browsers send to nobody, and this script reads the item with it.
 */
import {
  type Banner,
  type Client,
  createClient,
  type Media,
  mediaIdsOf,
  type News,
  NewsstandError,
} from '@newsstand/client';
import { serviceTime } from '../time/serviceTime.ts';
import * as folders from '../words/previewPages.ts';
import { element } from './element.ts';
import { type Link, readLink } from './readLink.ts';
import { type Reader, showBanner, showNews } from './showItem.ts';
import { type State, stateOf } from './stateOf.ts';

type Language = keyof typeof folders;
const words: Readonly<Record<Language, Reader['texts']>> = folders;
const isLanguage = (name: string): name is Language => Object.hasOwn(words, name);
const language = navigator.languages.map((tag) => tag.split('-')[0] ?? '').find(isLanguage) ?? 'en';
const texts = words[language];
const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' });
const reader: Reader = { texts, date: (at) => dates.format(at) };
const main = document.querySelector('main') ?? document.body;

/** A new link is in force on every node within a second. */
const patience = [300, 700, 1500];

document.documentElement.lang = language;
document.title = texts.title;
// Another link that is pasted into the same tab, and a page that comes back from the memory of the browser.
window.addEventListener('hashchange', () => location.reload());
window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
document.addEventListener('click', openLink);
await open();

async function open(): Promise<void> {
  main.replaceChildren(element('p', { className: 'note', textContent: texts.loading, role: 'status' }));
  const link = readLink(location.hash);
  if (link === undefined) return showMessage(texts.ended);
  try {
    await show(link);
  } catch (error) {
    const status = error instanceof NewsstandError ? error.status : undefined;
    if (status === 404) showMessage(texts.gone);
    else if (status === 401 || status === 403) showMessage(texts.ended);
    else
      showMessage(texts.failed, element('button', { textContent: texts.again, onclick: () => void open() }));
  }
}

async function show({ projectId, spaceId, app, instanceId, contentId, key, secret }: Link): Promise<void> {
  const url = new URL('.', location.href).href;
  let now = Date.now();
  const client = createClient({
    ...{ url, projectId, spaceId, key, secret },
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      now = serviceTime(response.headers.get('date'));
      return response;
    },
  });
  if (app === 'banner') {
    const items = client.banners(instanceId);
    const banner = await patiently(() => items.get(contentId));
    const live = await orNothing(items.get(contentId, { previewAt: now }));
    showVersions(banner, live, now, async (item: Banner) => showBanner(item, reader));
    return;
  }
  const items = client.news(instanceId);
  const news = await patiently(() => items.get(contentId)).catch(async (error: unknown) => {
    if (!(error instanceof NewsstandError && error.code === 'draft_incomplete')) throw error;
    // No path of the interface delivers it. It is in the same format, but lacks what this page marks.
    const readDraft = (_: string, init: RequestInit) => fetch(`${url}preview/draft`, init);
    const draft = createClient({ url, projectId, spaceId, key, secret, fetch: readDraft });
    return await draft.news(instanceId).get(contentId);
  });
  const live = await orNothing(items.get(contentId, { previewAt: now }));
  const draw = async (item: News) => showNews(item, await mediaOf(client, item), reader);
  showVersions(news, live, now, draw, lackedBy(news.values));
}

async function patiently<Item>(get: () => Promise<Item>): Promise<Item> {
  for (const pause of patience) {
    try {
      return await get();
    } catch (error) {
      if (!(error instanceof NewsstandError && error.status === 401)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return await get();
}

async function orNothing<Item>(asked: Promise<Item>): Promise<Item | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof NewsstandError && error.status === 404) return undefined;
    throw error;
  }
}

/** The media that a text shows. What can't be read is left out. */
async function mediaOf(client: Client, { values }: News): Promise<ReadonlyMap<string, Media>> {
  const ids = mediaIdsOf(values.body);
  const found = await Promise.allSettled(ids.map((id) => client.media.get(id)));
  return new Map(
    found.flatMap((each) => (each.status === 'fulfilled' ? [[each.value.mediaId, each.value] as const] : [])),
  );
}

/** Shows an item, and says how it compares with what readers see; if that differs, both can be looked at. */
function showVersions<Item extends News | Banner>(
  item: Item,
  live: Item | undefined,
  now: number,
  draw: (item: Item) => Promise<HTMLElement>,
  lacks?: string,
): void {
  const state = stateOf(item, live, now);
  const place = element('div');
  const choose = async (version: Item) => place.replaceChildren(await draw(version));
  const bar = element(
    'aside',
    { ariaLabel: texts.title },
    element('p', {}, element('strong', { textContent: texts.title }), ` ${describe(state)}`),
    (state.type === 'changed' || state.type === 'takesOver') && live !== undefined
      ? choice([texts.withChanges, () => choose(item)], [texts.withoutChanges, () => choose(live)])
      : undefined,
    lacks === undefined ? undefined : element('p', { className: 'lacks', textContent: lacks }),
    element('p', { className: 'note', textContent: texts.private }),
  );
  const { title = item.name } = item.values;
  document.title = `${texts.title}: ${title || texts.article.untitled}`;
  main.replaceChildren(bar, place);
  void choose(item);
}

/** What an article needs before it can be published. */
function lackedBy({ body, thumbnail }: Partial<News['values']>): string | undefined {
  const { text, picture } = texts.parts;
  const parts = [...(body === undefined ? [text] : []), ...(thumbnail === undefined ? [picture] : [])];
  return parts.length === 0 ? undefined : texts.lacks(parts);
}

function describe(state: State): string {
  return 'at' in state ? texts[state.type](reader.date(state.at)) : texts[state.type];
}

/** Buttons of which one is pressed: the first to begin with. */
function choice(...options: readonly (readonly [string, () => Promise<void>])[]): HTMLElement {
  const buttons = options.map(([textContent, choose]) => {
    const button = element('button', { type: 'button', textContent });
    button.addEventListener('click', () => {
      press(button);
      void choose();
    });
    return button;
  });
  const press = (pressed: HTMLElement | undefined) => {
    for (const each of buttons) each.ariaPressed = `${each === pressed}`;
  };
  press(buttons[0]);
  return element('div', { role: 'group', ariaLabel: texts.versions }, ...buttons);
}

function showMessage({ title, text }: { title: string; text: string }, action?: HTMLElement): void {
  document.title = title;
  main.replaceChildren(
    element(
      'article',
      { className: 'message' },
      element('h1', { textContent: title }),
      element('p', { textContent: text }),
      action,
    ),
  );
}

/** Keeps the fragment, which holds the link; other pages open in a tab of their own. */
function openLink(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null) return;
  event.preventDefault();
  const href = link.getAttribute('href') ?? '';
  if (href.startsWith('#')) document.getElementById(decodeURIComponent(href.slice(1)))?.scrollIntoView();
  // A path would lead to a page of this service, not of the site that the text is for.
  else if (/^(https?|mailto|tel):/i.test(href)) window.open(href, '_blank', 'noopener,noreferrer');
}
