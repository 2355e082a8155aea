/** The content of the fuzzer. Every record contains a canary: a word that only some readers may see. */

/** The readers with valid keys. */
export const readers = ['project', 'space', 'instance', 'preview', 'rival'] as const;
export type Reader = (typeof readers)[number];

/** A reader, or someone without valid credentials. */
export type Who = Reader | 'stranger';

/** The options of each key; all but the rival's belong to acme. */
export const grants: { readonly [Name in Reader]: readonly string[] } = {
  project: ['--project', 'acme'],
  space: ['--project', 'acme', '--space', 'web'],
  instance: ['--project', 'acme', '--space', 'web', '--instance', 'press'],
  preview: ['--project', 'acme', '--preview'],
  rival: ['--project', 'rival'],
};

/** A shelf that can be requested. */
export type Shelf = {
  readonly projectId: string;
  readonly spaceId: string;
  readonly kind: 'news' | 'banner' | 'media' | 'category' | 'tag';
  readonly instanceId?: string;
};

/** A record, and who may see it. */
export type Entry = Shelf & {
  readonly id: string;
  readonly alias: string;
  /** A word in its text to search for: readers who may not see the record must find nothing. */
  readonly lure: string;
  readonly audience: ReadonlySet<Who>;
  readonly line: object;
};

/** All content, and what readers can request. */
export type World = {
  readonly entries: readonly Entry[];
  readonly shelves: readonly Shelf[];
};

/** The start of every canary; never part of a request. */
export const canaryStart = 'kanaria';
const canaryDigits = 4;

/** The canary of a record, by its index. */
export function canary(index: number): string {
  return canaryStart + String(index).padStart(canaryDigits, '0');
}

/** Finds canaries; the first group is the index of the record. */
export const canaryPattern = new RegExp(`${canaryStart}(\\d{${canaryDigits}})`, 'gi');

const hour = 3_600_000;
const acmeWeb = { projectId: 'acme', spaceId: 'web' };
const press: Shelf = { ...acmeWeb, kind: 'news', instanceId: 'press' };
const intern: Shelf = { ...acmeWeb, kind: 'news', instanceId: 'intern' };
const top: Shelf = { ...acmeWeb, kind: 'banner', instanceId: 'top' };
const app: Shelf = { projectId: 'acme', spaceId: 'app', kind: 'news', instanceId: 'press' };
const rival: Shelf = { projectId: 'rival', spaceId: 'web', kind: 'news', instanceId: 'press' };

const ofSpace: readonly Who[] = ['project', 'space', 'preview'];
const ofPress: readonly Who[] = [...ofSpace, 'instance'];
const ofApp: readonly Who[] = ['project', 'preview'];

/** Every way in which an item can be hidden from readers without preview. */
function hidings(now: number): readonly object[] {
  return [
    { status: 'draft' },
    { status: 'draft', reservedAt: now + 1000 * hour },
    { status: 'published', reservedAt: now + 1000 * hour },
    { status: 'published', openingAt: now + 1000 * hour },
    { status: 'published', closingAt: now - hour },
    { status: 'published', openingAt: now - 2 * hour, closingAt: now - hour },
  ];
}

const texts = [
  'Plain words for everybody, and a few more of them.',
  '最新ニュース速報。東京の株式市場は続伸した。',
  'Ünïcödé <b>mark-up</b> &amp; entities "quoted" \\ back\u2028slash',
  'שלום עולם — مرحبا — สวัสดี — 안녕 — 👩‍👩‍👧‍👦 🏳️‍🌈',
  'word '.repeat(2000),
  '',
];

/** Creates the content. */
export function makeWorld(now: number): World {
  const entries: Entry[] = [];
  const add = (
    shelf: Shelf,
    prefix: string,
    audience: readonly Who[],
    lineOf: (words: { id: string; text: string; title: string }) => object,
  ): string => {
    const index = entries.length;
    const id = `${prefix}${index}`;
    const lure = `lure${index}wort`;
    const title = `${canary(index)} of ${id}`;
    const text = `${lure} ${canary(index)} ${texts[index % texts.length]}`;
    const alias = `alias-${id}`;
    const line = { ...shelf, alias, ...lineOf({ id, text, title }) };
    entries.push({ ...shelf, id, alias, lure, audience: new Set(audience), line });
    return id;
  };
  const collections = (shelf: Shelf, audience: readonly Who[]) => ({
    mediaId: add({ ...place(shelf), kind: 'media' }, 'm', audience, ({ id, title }) => ({
      ...{ mediaId: id, name: title, type: 'image', accessUrl: `https://cdn.example.com/${id}.jpg` },
    })),
    categoryId: add({ ...place(shelf), kind: 'category' }, 'c', audience, ({ id, title }) => ({
      ...{ categoryId: id, name: title },
    })),
    tagId: add({ ...place(shelf), kind: 'tag' }, 't', audience, ({ id, title }) => ({
      ...{ tagId: id, name: title },
    })),
  });
  const item = (shelf: Shelf, prefix: string, audience: readonly Who[], extra: object, uses: Collections) =>
    add(shelf, prefix, audience, ({ id, text, title }) =>
      itemLine(shelf, { id, text, title }, { createdAt: entries.length, ...extra }, uses),
    );

  const shown = collections(press, ofPress);
  // Referred to only by hidden items or items of other instances: a key for one instance never sees these.
  const unshown = collections(press, ofSpace);
  for (let n = 0; n < 40; n++) item(press, 'n', ofPress, {}, shown);
  for (const hiding of hidings(now))
    for (let n = 0; n < 3; n++) item(press, 'h', ['preview'], hiding, unshown);
  for (let n = 0; n < 10; n++) item(intern, 'i', ofSpace, {}, unshown);
  for (let n = 0; n < 10; n++) item(top, 'b', ofSpace, {}, unshown);
  for (const hiding of hidings(now)) item(top, 'hb', ['preview'], hiding, unshown);
  const ofTheirs = collections(app, ofApp);
  for (let n = 0; n < 5; n++) item(app, 'a', ofApp, {}, ofTheirs);
  const theirs = collections(rival, ['rival']);
  for (let n = 0; n < 10; n++) item(rival, 'n', ['rival'], {}, theirs);
  for (const hiding of hidings(now)) item(rival, 'h', [], hiding, theirs);
  return { entries, shelves: shelvesOf(entries) };
}

type Collections = { readonly mediaId: string; readonly categoryId: string; readonly tagId: string };

function itemLine(
  shelf: Shelf,
  { id, text, title }: { id: string; text: string; title: string },
  extra: object,
  { mediaId, categoryId, tagId }: Collections,
): object {
  const common = { contentId: id, name: title, status: 'published', updatedAt: 1, ...extra };
  if (shelf.kind === 'banner')
    return { ...common, values: { title, url: 'https://example.com/', image: { mediaId } } };
  return {
    ...common,
    values: { title, body: { text }, thumbnail: { mediaId }, isRss: title.length % 2 === 0 },
    category: { categoryId },
    tags: [{ tagId }],
  };
}

function place({ projectId, spaceId }: Shelf) {
  return { projectId, spaceId };
}

function shelvesOf(entries: readonly Entry[]): readonly Shelf[] {
  const shelves = new Map<string, Shelf>();
  for (const { projectId, spaceId, kind, instanceId } of entries) {
    const shelf = { projectId, spaceId, kind, ...(instanceId !== undefined && { instanceId }) };
    shelves.set(JSON.stringify(shelf), shelf);
  }
  return [...shelves.values()];
}

/** Items that any key of acme may see, for the desync matrix. */
export function matrixEntries({ entries }: World): readonly Entry[] {
  return entries.filter(
    ({ audience, kind, instanceId }) => kind === 'news' && instanceId === 'press' && audience.has('instance'),
  );
}

/** Whether the grants of a key cover a shelf. */
export function reaches(who: Reader, { projectId, spaceId, kind, instanceId }: Shelf): boolean {
  if (who === 'rival') return projectId === 'rival';
  if (projectId !== 'acme') return false;
  if (who === 'project' || who === 'preview') return true;
  if (spaceId !== 'web') return false;
  return who === 'space' || ((kind === 'news' || kind === 'banner') && instanceId === 'press');
}
