import { join } from 'node:path';
import { englishText, makeVocabulary, scope, seededRandom } from '../content.ts';
import { sqlite } from './contentSituations.ts';
import { manage, type Place, type Situation } from './Place.ts';

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** A shelf of its own: no list of the readers contains the large item. */
export const smallAtFirst = {
  ...{ kind: 'news', ...scope, instanceId: 'large', contentId: 'large', name: 'Small', status: 'published' },
  values: { title: 'Small', body: {}, thumbnail: { mediaId: 'm0' } },
};
const largeNews = `/projects/${scope.projectId}/spaces/${scope.spaceId}/news/instances/large/news/large`;

let text = '';

/** Made once, and not while it is measured how long something takes. */
async function makeText({ scale: { largeBytes } }: Place): Promise<void> {
  text = englishText(seededRandom(6), makeVocabulary(seededRandom(1)).english, largeBytes);
}

function largeItem(title: string): string {
  const values = { title, body: { text }, thumbnail: { mediaId: 'm0' } };
  return JSON.stringify({ name: title, status: 'published', values });
}

function writeLarge(place: Place, title: string): Promise<unknown> {
  return manage(place, 'PUT', `/manage/v1${largeNews}`, largeItem(title));
}

async function readLarge({ service, headers, scale }: Place, coding: string): Promise<void> {
  const response = await fetch(`${service.url}/static${largeNews}`, {
    headers: { ...headers, 'accept-encoding': coding },
  });
  const { length } = await response.bytes();
  if (!response.ok || length < 0.9 * scale.largeBytes)
    throw new Error(`${coding}: ${response.status}, ${length} bytes`);
}

const largeWritten: Situation = {
  name: 'a large item is written and read',
  prepare: makeText,
  run: (place) =>
    timed(async () => {
      await writeLarge(place, 'Large');
      await readLarge(place, 'identity');
    }),
};

function largePacked(coding: string): Situation {
  return {
    name: `a large item is read with ${coding}`,
    async prepare(place) {
      await makeText(place);
      await writeLarge(place, `Large ${coding}`);
    },
    run: (place) => timed(() => readLarge(place, coding)),
  };
}

const history: Situation = {
  name: 'its history is listed, and one version shown',
  async prepare(place) {
    await makeText(place);
    for (let n = 0; n < place.scale.versions; n++) await writeLarge(place, `Version ${n} ${Date.now()}`);
  },
  run: (place) =>
    timed(async () => {
      const list = await manage(place, 'GET', `/manage/v1${largeNews}/versions`);
      const found = await occurrences(list, '"replacedAt":');
      if (found < place.scale.versions) throw new Error(`there are only ${found} versions`);
      // A list that contains the items themselves needs no such route.
      const one = await fetch(`${place.service.managementUrl}/manage/v1${largeNews}/versions/1`, {
        headers: place.operator,
      });
      await one.bytes();
      if (!one.ok && one.status !== 404) throw new Error(`version 1: ${one.status}`);
    }),
};

/** How often a word occurs in a body that may be too large to keep. */
async function occurrences({ body }: Response, word: string): Promise<number> {
  let found = 0;
  let rest = '';
  for await (const chunk of body ?? []) {
    const text = rest + Buffer.from(chunk).toString('latin1');
    found += text.split(word).length - 1;
    rest = text.slice(1 - word.length);
  }
  return found;
}

const exported: Situation = {
  name: '`newsstand export`',
  run: ({ sandbox }) => timed(() => sandbox.run('export', '--output', join(sandbox.folder, 'export.ndjson'))),
};

const backedUp: Situation = {
  name: '`sqlite3 .backup`',
  run: (place) => timed(() => sqlite(place, `.backup ${join(place.sandbox.folder, 'backup.db')}`)),
};

const consoleLoaded: Situation = {
  name: 'the first load of the console',
  run: ({ service }) =>
    timed(async () => {
      const get = async (path: string) => {
        const response = await fetch(service.managementUrl + path, {
          headers: { 'accept-encoding': 'br', accept: 'text/html,*/*' },
        });
        const text = await response.text();
        if (!response.ok) throw new Error(`${path}: ${response.status}`);
        return text;
      };
      const page = await get('/console/');
      const files = [...page.matchAll(/(?:href|src)="(\/console\/assets\/[^"]+)"/g)];
      if (files.length === 0) throw new Error('the console has no files');
      await Promise.all(files.map(([, path = '']) => get(path)));
    }),
};

const described: Situation = {
  name: 'the first OpenAPI document of both listeners',
  run: (place) =>
    timed(async () => {
      const documents = [
        await fetch(`${place.service.url}/openapi.json`),
        await manage(place, 'GET', '/manage/v1/openapi.json'),
      ];
      for (const document of documents) {
        if (!(await document.text()).includes('"openapi"')) throw new Error('that is no OpenAPI document');
      }
    }),
};

/** What changes little or nothing, but is a lot of work. What counts as the first time comes first. */
export const otherSituations: readonly Situation[] = [
  consoleLoaded,
  described,
  largeWritten,
  largePacked('gzip'),
  largePacked('br'),
  history,
  exported,
  backedUp,
];
