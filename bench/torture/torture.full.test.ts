import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { runChapter, stages } from './chapter.ts';
import { type Kill, newPace } from './Kill.ts';
import { aloneKills } from './kills.ts';
import type { Site } from './site.ts';
import { whyNoStrace } from './strace.ts';
import { newTally } from './tally.ts';

const [stage] = stages;

type Wanted = {
  readonly kills: readonly Kill[];
  readonly most: number;
  readonly sabotage?: (site: Site) => Promise<void>;
};

/** Runs a chapter on a SQLite store with one process, and returns its results. */
async function torture({ kills, most, sabotage }: Wanted) {
  if (stage === undefined) throw new Error('there is no stage');
  const tally = newTally('all');
  const killed = await runChapter({
    ...{
      stage,
      kills,
      most,
      seed: 1,
      onFault: () => {},
      tallyOf: () => tally,
      paceOf: newPace,
      isOver: () => false,
    },
    postgres: () => Promise.reject(new Error('there is no PostgreSQL here')),
    ...(sabotage && { sabotage }),
  });
  return { killed, tally };
}

test('a few kills lose nothing', async () => {
  const noStrace = await whyNoStrace();
  if (noStrace !== undefined) console.warn(`kills at system calls are skipped: ${noStrace}`);
  const traced = noStrace === undefined ? ['service-call', 'import-call', 'errors'] : [];
  const kills = aloneKills.filter(({ name }) => ['service', 'both', ...traced].includes(name));
  const { killed, tally } = await torture({ kills, most: 3 });
  expect(tally.faults).toEqual([]);
  expect(killed).toBeGreaterThanOrEqual(3);
  expect(tally.confirmed).toBeGreaterThan(0);
  // The service is slow while it is traced.
}, 180_000);

/** Damage to the database of a killed service, and the fault that must be found. */
const sabotages: readonly (readonly [statement: string, fault: string])[] = [
  [
    `INSERT INTO records (shelf, id, document)
     SELECT shelf, 'stray', json_set(document, '$.contentId', 'stray') FROM records WHERE id = 'beacon'`,
    'half: nobody wrote news/stray: *',
  ],
  [
    `INSERT INTO links (source, position, shelf, id)
     SELECT record, 0, shelf, 'nothing' FROM records WHERE id = 'base'`,
    'integrity: * a dangling link to nothing',
  ],
  [`UPDATE commits SET mark = 'another'`, 'integrity: the history between * has changed (unknown)'],
  // The items that editors created with their own IDs.
  [`DELETE FROM records WHERE id LIKE 'w0%'`, 'lost: * is gone, not *'],
];

test('deliberate damage is found', async () => {
  const left = [...sabotages];
  const { tally } = await torture({
    kills: aloneKills.filter(({ name }) => name === 'service'),
    most: sabotages.length,
    async sabotage({ database }) {
      const [statement] = left.shift() ?? [];
      using db = new Database(database);
      db.run('PRAGMA busy_timeout = 60000');
      if (statement !== undefined) db.run(statement);
    },
  });
  const told = tally.faults.map(({ type, text }) => `${type}: ${text}`);
  for (const [, wanted] of sabotages) expect(told).toContainEqual(expect.stringMatching(patternOf(wanted)));
});

function patternOf(text: string): RegExp {
  return new RegExp(`^${text.replaceAll(/[()/.]/g, '\\$&').replaceAll('*', '[^]*')}$`);
}
