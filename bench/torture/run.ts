/** Kills whatever is writing, again and again, and checks whether any confirmed write is lost. */
import { type Postgres, startPostgres } from '../../tests/startPostgres.ts';
import { keepFigures } from '../keepFigures.ts';
import { provenance } from '../provenance.ts';
import { readFlags } from '../readFlags.ts';
import { wholeNumber } from '../wholeNumber.ts';
import { runChapter, type Stage, stages } from './chapter.ts';
import type { Fault } from './judge.ts';
import { type Kill, newPace } from './Kill.ts';
import { whyNoStrace } from './strace.ts';
import { newTally, tallyTable } from './tally.ts';

const flags = readFlags({
  /** How many processes to kill. */
  kills: { type: 'string', default: '150' },
  /** How long to run instead. */
  minutes: { type: 'string' },
  /** The random seed; a different one each time by default. */
  seed: { type: 'string' },
  /** Only the kill with this name. */
  only: { type: 'string' },
  /** Only the chapter with this number. */
  chapter: { type: 'string' },
  /** Writes the figures into docs/reliability.md. */
  write: { type: 'boolean', default: false },
});
const all = new Map(stages.flatMap(({ kills }) => kills.map((kill) => [kill.name, kill])));
if (flags.only !== undefined && !all.has(flags.only))
  stop(`--only must be one of ${[...all.keys()].join(', ')}`);
if (flags.write && (flags.only ?? flags.chapter) !== undefined)
  stop('--write needs a whole run: leave out --only and --chapter');
const isTimed = flags.minutes !== undefined;
const most = isTimed ? Number.POSITIVE_INFINITY : wholeNumber('--kills', flags.kills);
const until = isTimed
  ? Date.now() + 60_000 * wholeNumber('--minutes', flags.minutes ?? '')
  : Number.POSITIVE_INFINITY;
const seed =
  flags.seed === undefined ? Math.floor(Math.random() * 1e9) : wholeNumber('--seed', flags.seed, 0);
const onlyChapter = flags.chapter === undefined ? undefined : wholeNumber('--chapter', flags.chapter);

/** How many faults of one chapter are printed. */
const mostTold = 20;
/** How many kills there are per store. */
const killsPerChapter = 25;

const impossible = new Map<string, string>();
const noStrace = await whyNoStrace();
if (noStrace !== undefined) impossible.set('Kills at system calls and I/O errors', noStrace);
if (Bun.which('sqlite3') === null)
  impossible.set(
    'Backups by sqlite3',
    'sqlite3 is not installed (on Debian and Ubuntu: apt-get install sqlite3)',
  );
if (process.getuid?.() !== 0) impossible.set('Full disks', 'need root');

function isPossible(stage: Stage, { needsStrace, name }: Kill): boolean {
  const isWanted = flags.only === undefined || flags.only === name;
  return (
    isWanted &&
    !(needsStrace && noStrace !== undefined) &&
    !(stage.disk !== undefined && process.getuid?.() !== 0)
  );
}
if (!stages.some((stage) => stage.kills.some((kill) => isPossible(stage, kill))))
  stop([...impossible].map(([what, why]) => `${what}: ${why}`).join('\n'));

let postgres: Postgres | undefined;
const tallies = new Map([...all.values()].map((kill) => [kill.name, newTally(kill.title)]));
const paces = new Map([...all.keys()].map((name) => [name, newPace()]));
const began = Date.now();
console.log(`seed ${seed}`);
for (const [what, why] of impossible) console.log(`not tried: ${what}: ${why}`);
let killed = 0;
for (let chapter = onlyChapter ?? 1; killed < most && Date.now() < until; chapter++) {
  const stage = stages[(chapter - 1) % stages.length];
  const kills = stage?.kills.filter((kill) => isPossible(stage, kill)) ?? [];
  if (stage === undefined || kills.length === 0) continue;
  let told = 0;
  const tell = (fault: Fault, where: string) => {
    const kind = flags.only === undefined ? '' : ` --only ${flags.only}`;
    if (told === 0)
      console.log(`To repeat it: npm run torture -- --seed ${seed} --chapter ${chapter}${kind}`);
    if (told++ < mostTold)
      console.log(`FAULT (${fault.type}), ${where} of chapter ${chapter}: ${fault.text}`);
  };
  const count = await runChapter({
    ...{ stage, kills, seed: seed + chapter * 7919, onFault: tell },
    most: Math.min(killsPerChapter, most - killed),
    isOver: () => Date.now() >= until,
    postgres: async () => (postgres ??= await startPostgres()),
    tallyOf: (kill) => tallies.get(kill.name) ?? newTally(kill.title),
    paceOf: (kill) => paces.get(kill.name) ?? newPace(),
  });
  killed += count;
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  const faults = sum(({ faults }) => faults.length);
  console.log(
    `chapter ${chapter} (${stage.name}): ${count} kills; ${killed} in ${minutes} min, ${sum(({ confirmed }) => confirmed)} confirmed writes, ${faults} faults`,
  );
  if (onlyChapter !== undefined || (count === 0 && told > 0)) break;
}
await postgres?.[Symbol.asyncDispose]();

const figures = tallyTable([...tallies.values()]);
const summary = [
  `${await provenance()}, seed ${seed}, ${((Date.now() - began) / 60_000).toFixed(0)} minutes`,
  '',
  figures,
  ...[...impossible].map(([what, why]) => `Not tried: ${what}: ${why}.\n`),
].join('\n');
console.log(`\n${summary}`);
if (flags.write) await keepFigures('torture', summary);
const faults = sum(({ faults }) => faults.length);
console.log(faults === 0 ? 'Nothing was lost.' : `${faults} faults.`);
process.exit(faults === 0 ? 0 : 1);

function sum(figure: (tally: ReturnType<typeof newTally>) => number): number {
  return [...tallies.values()].reduce((total, tally) => total + figure(tally), 0);
}

function stop(message: string): never {
  console.error(message);
  process.exit(2);
}
