import { kinds, limits, type Operation, operations } from '@newsstand/contract';
import type { Random } from './createRandom.ts';
import { makeQuery } from './makeQuery.ts';
import { oddText } from './oddText.ts';
import { type Entry, reaches, type Shelf, type Who, type World } from './world.ts';

/** What can be requested besides content. */
export type MediaPaths = {
  /** Signed paths of pictures, with operations. */
  readonly signed: readonly string[];
  readonly originals: readonly string[];
};

/** What a 200 response must contain. */
export type Subject =
  | { readonly type: 'item'; readonly shelf: Shelf; readonly id: string }
  | { readonly type: 'list'; readonly shelf: Shelf; readonly isEmpty: boolean };

/** A target, and its possible results. */
export type Target = {
  readonly text: string;
  /** The possible statuses of a GET, by reader. */
  statuses(who: Who): readonly number[];
  /** Whether the path exists: whether OPTIONS and other methods get 204 and 405, or 404. */
  readonly isKnown: boolean | undefined;
  readonly isMedia: boolean;
  subject(who: Who): Subject | undefined;
};

const nothing = () => undefined;

/** Generates a target: mostly content, but also media, pages and unknown paths. */
export function makeTarget(random: Random, world: World, media: MediaPaths): Target {
  return random.weigh([
    [70, () => contentTarget(random, world)],
    [12, () => mediaTarget(random, media)],
    [4, () => pageTarget(random)],
    [6, () => unknownTarget(random)],
    [8, () => oddTarget(random, world, media)],
  ])();
}

function contentTarget(random: Random, world: World): Target {
  const operation = random.pick(operations);
  const shelf = pickShelf(random, operation, world);
  const wanted = operation.single ? pickEntry(random, shelf, world) : undefined;
  const name = wanted === undefined ? `x${random.below(1e6)}` : random.chance(0.8) ? wanted.id : wanted.alias;
  const query = makeQuery(random, operation, world);
  const path = fillPath(random, operation, shelf, name);
  const isThere = world.shelves.some((each) => isSameShelf(each, shelf));
  const entry = wanted !== undefined && isSameShelf(wanted, shelf) ? wanted : undefined;
  return {
    text: path + query.text,
    isKnown: true,
    isMedia: false,
    statuses(who) {
      if (who === 'stranger') return [401];
      if (!reaches(who, shelf)) return [403];
      if (query.isValid === undefined) return [200, 400, 404, ...(query.namesPreview ? [403] : [])];
      if (query.namesPreview && who !== 'preview') return [403];
      if (!query.isValid) return [400];
      if (!isThere) return [404];
      if (!operation.single) return [200];
      // What is visible at another time is not computed here.
      if (query.namesPreview) return [200, 404];
      return entry?.audience.has(who) === true ? [200] : [404];
    },
    subject(who) {
      if (operation.single) return entry && { type: 'item', shelf, id: entry.id };
      const { lured } = query;
      const isEmpty = lured !== undefined && !(isSameShelf(lured, shelf) && lured.audience.has(who));
      return { type: 'list', shelf, isEmpty };
    },
  };
}

/** Mostly an existing one, sometimes one of another project or an unknown one. */
function pickShelf(random: Random, { kind }: Operation, world: World): Shelf {
  const fitting = world.shelves.filter((shelf) => shelf.kind === kind);
  const shelf = random.pick(fitting);
  if (random.chance(0.9)) return shelf;
  const changed = random.pick([
    { projectId: random.pick(['acme', 'rival', 'nobody']) },
    { spaceId: random.pick(['web', 'app', 'nowhere']) },
    ...(kinds[kind].app ? [{ instanceId: random.pick(['press', 'intern', 'top', 'nothing']) }] : []),
  ]);
  return { ...shelf, ...changed };
}

function pickEntry(random: Random, shelf: Shelf, world: World): Entry | undefined {
  if (random.chance(0.1)) return undefined;
  if (random.chance(0.15)) return random.pick(world.entries);
  const fitting = world.entries.filter((entry) => isSameShelf(entry, shelf));
  return fitting.length === 0 ? undefined : random.pick(fitting);
}

function isSameShelf(one: Shelf, other: Shelf): boolean {
  return (
    one.projectId === other.projectId &&
    one.spaceId === other.spaceId &&
    one.kind === other.kind &&
    one.instanceId === other.instanceId
  );
}

/** The path of an operation. Some of its letters are percent-encoded, which must make no difference. */
function fillPath(random: Random, { path }: Operation, shelf: Shelf, name: string): string {
  return path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value =
      parameter === 'projectId'
        ? shelf.projectId
        : parameter === 'spaceId'
          ? shelf.spaceId
          : parameter === 'instanceId'
            ? (shelf.instanceId ?? '')
            : name;
    if (!random.chance(0.02) || value === '') return value;
    const at = random.below(value.length);
    const code = value.charCodeAt(at).toString(16);
    return `${value.slice(0, at)}%${random.chance(0.5) ? code : code.toUpperCase()}${value.slice(at + 1)}`;
  });
}

function mediaTarget(random: Random, { signed, originals }: MediaPaths): Target {
  const target = (text: string, statuses: readonly number[]): Target => ({
    text,
    isKnown: true,
    isMedia: true,
    statuses: () => statuses,
    subject: nothing,
  });
  const path = random.pick(signed);
  const [, , signature = '', ...rest] = path.split('/');
  const query = random.chance(0.2) ? `?${oddText(random).replaceAll('#', '')}` : '';
  return random.weigh([
    [6, () => target(path + query, [200])],
    [4, () => target(random.pick(originals) + query, [200])],
    [2, () => target(`/media/${flipped(random, signature)}/${rest.join('/')}`, [403])],
    [2, () => target(`/media/${signature}/${random.pick(['1x1', 'fit-in', 'x'])}/${rest.join('/')}`, [403])],
    [1, () => target(`/media/unsafe/${rest.join('/')}`, [403])],
    [1, () => target(`/media/originals/${'0'.repeat(64)}.${random.pick(['png', 'mp4', 'exe'])}`, [404])],
    [1, () => target(`/media/bundles/${random.below(1000)}/index.html`, [404])],
  ])();
}

/** A signature with one letter changed. */
function flipped(random: Random, signature: string): string {
  const at = random.below(Math.max(1, signature.length - 2));
  return signature.slice(0, at) + (signature[at] === 'A' ? 'B' : 'A') + signature.slice(at + 1);
}

function pageTarget(random: Random): Target {
  const text = random.pick([
    '/',
    '/openapi.json',
    '/docs',
    '/docs/',
    '/docs/client.tgz',
    '/healthz',
    '/readyz',
  ]);
  const status = text === '/docs/' ? 308 : 200;
  return { text, isKnown: true, isMedia: false, statuses: () => [status], subject: nothing };
}

function unknownTarget(random: Random): Target {
  const text = random.pick([
    '/metrics',
    '/console/',
    '/manage/v1/session',
    '/.git/config',
    '/.env',
    '/favicon.ico',
    '/static',
    '/static/projects/acme/spaces/web',
    '/static/projects/acme/spaces/web/news/instances/press/news/',
    '/static/projects/acme/spaces/web/news/instances/press/news/n6/more',
    '/STATIC/projects/acme/spaces/web/collection/tags',
    '/static//projects/acme/spaces/web/collection/tags',
    '/docs/client',
    '/docs/docs.client.js',
    `/${random.below(1e6)}`,
  ]);
  return { text, isKnown: false, isMedia: false, statuses: () => [404], subject: nothing };
}

/** For these, all that is known is that nobody may see hidden content. */
function oddTarget(random: Random, world: World, media: MediaPaths): Target {
  const content = contentTarget(random, world).text;
  const text = random.pick([
    () => `/${oddText(random)}`,
    () => `/media/${oddText(random)}/${oddText(random)}`,
    () => `${random.pick(media.signed)}/${oddText(random)}`,
    () => inserted(random, content.split('?')[0] ?? ''),
    () => content.replace('/spaces/', `/spaces/../${oddText(random)}/spaces/`),
    () => `/static/projects/${oddText(random)}/spaces/web/collection/tags`,
    () => `/static/projects/acme/spaces/web/collection/medias/${oddText(random)}`,
    () => `/static/projects/acme/spaces/web/news/instances/press/news/${oddText(random)}`,
    () => `${content}#${oddText(random)}`,
    () => `http://other.test${content}`,
    () => `HTTPS://other.test:8080${content}`,
    () =>
      `/static/projects/acme/spaces/web/news/instances/press/news?contentIds=${'a,'.repeat(random.below(limits.urlBytes * 0.7))}a`,
    () => `/${'long'.repeat(random.below(limits.urlBytes / 3))}`,
  ])();
  return {
    text,
    isKnown: undefined,
    isMedia: true,
    statuses: (who) =>
      who === 'stranger'
        ? [...(mayBePublic.test(text) ? [200] : []), 400, 401, 403, 404, 414, 415]
        : [200, 400, 403, 404, 414, 415],
    subject: nothing,
  };
}

/** Media, and the page at `/`. */
const mayBePublic = /^\/(media\/|[?#]|$)/;

function inserted(random: Random, path: string): string {
  const at = 1 + random.below(path.length);
  return path.slice(0, at) + oddText(random) + path.slice(at);
}
