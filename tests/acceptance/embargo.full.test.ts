import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { createKey, importLines } from '../fillStore.ts';
import { inTemporaryFolder, startNewsstand } from '../newsstandProcess.ts';
import { askFront, type Told } from '../scaling/askFront.ts';
import { until } from '../testing/until.ts';
import { collections, news, newsPath } from './content.ts';

/**
 * Replays an attack on texts that are not public yet: someone with an ordinary key searches for guesses, letter by
 * letter, and takes any difference from a search without results for a hint that the guess is right.
 */

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
/** No item has it. */
const control = 'qqqqq';
const soon = 55_000;
const later = 3_600_000;
/** The secrets, by when they open. */
const secrets = { jupiter: soon, mercury: later };

const settings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a shared cache without purging': { NEWSSTAND_SHARED_CACHE: 'true', NEWSSTAND_CDN_MAX_AGE: '86400' },
  'a shared cache with purging': {
    NEWSSTAND_SHARED_CACHE: 'true',
    NEWSSTAND_CDN_MAX_AGE: '86400',
    NEWSSTAND_PURGE_URL: 'http://127.0.0.1:9/purge',
  },
};

for (const [name, env] of Object.entries(settings)) {
  test(`no guess reveals an embargoed text: ${name}`, () => withService(env, attack));
}

async function attack({ search, embargo }: Service): Promise<void> {
  for (let tries = 0; tries < 5; tries++) {
    const opensAt = await embargo();
    const read: string[] = [];
    let guesses = 0;
    for (let begun = ['']; begun.length > 0 && guesses < 1000; ) {
      const guessed: string[] = [];
      for (const guess of begun.flatMap((start) => letters.map((letter) => start + letter))) {
        guesses++;
        if (await differs(search, guess)) guessed.push(guess);
      }
      read.push(...guessed);
      begun = guessed;
    }
    // On a very busy machine it may have opened meanwhile; then this attempt does not count.
    if (Date.now() >= opensAt) continue;
    expect([guesses, read]).toEqual([letters.length, []]);
    return;
  }
  throw new Error('it opened every time before all guesses were made');
}

type Search = (words: string) => Promise<Told>;

/** Whether the response to a search differs from those to searches without results before and after it. */
async function differs(search: Search, guess: string): Promise<boolean> {
  const [before, answer, after] = [await search(control), await search(guess), await search(control)];
  if (plain(answer) !== plain(before)) return true;
  const ages = [before, answer, after].map(agesOf);
  // Ages change only as time passes.
  return (ages[1] ?? []).some((age, index) => age > (ages[0]?.[index] ?? 0) || age < (ages[2]?.[index] ?? 0));
}

/** A response without its ID, date and ages. */
function plain({ status, text, headers }: Told): string {
  const lines = [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
  return JSON.stringify([status, lines, text]).replaceAll(/max-age=\d+/g, '');
}

function agesOf({ headers }: Told): readonly number[] {
  return [...JSON.stringify([...headers]).matchAll(/max-age=(\d+)/g)].map(([, age]) => Number(age));
}

type Service = {
  readonly search: Search;
  /** Imports the secrets and waits until they are loaded; returns when the first of them opens. */
  embargo(): Promise<number>;
};

async function withService(
  settings: Readonly<Record<string, string>>,
  work: (service: Service) => Promise<void>,
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const env = { NEWSSTAND_DATA: join(folder, 'data'), NEWSSTAND_LOG_LEVEL: 'silent', ...settings };
    // Public texts have no letters, so anything found is a secret.
    const open = ['1', '2'].map((id) => news(id, { name: id }, { title: id, body: { text: id } }));
    await importLines(env, [...collections, ...open]);
    const reader = await createKey(env, ['--project', 'acme']);
    const editor = await createKey(env, ['--project', 'acme', '--preview']);
    const running = await startNewsstand([], env);
    const search = (words: string, keys = reader) =>
      askFront(`${running.url}${newsPath}?search=${words}`, keys);
    try {
      await work({
        search,
        async embargo() {
          const now = Date.now();
          const items = Object.entries(secrets).map(([word, opensIn]) =>
            news(word, { name: word, status: 'draft', reservedAt: now + opensIn }, { body: { text: word } }),
          );
          await importLines(env, items);
          const isThere = ({ text }: Told) => text.includes(`${now + later}`);
          await until('the texts, for editors', () => search('mercury', editor), isThere);
          return now + soon;
        },
      });
    } finally {
      await running.end();
    }
  });
}
