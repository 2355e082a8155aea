import { join } from 'node:path';
import type { Bookmark } from '../../packages/server/src/store/Store.ts';
import { inTemporaryFolder } from '../../tests/newsstandProcess.ts';
import type { Postgres } from '../../tests/startPostgres.ts';
import { mountSmallDisk } from '../faults/smallDisk.ts';
import { assess, assessFiles } from './assess.ts';
import { planImportCommand, runPlan } from './commands.ts';
import { startCompanion } from './companions.ts';
import { fault, newCourse, ownRandom } from './course.ts';
import type { Fault } from './judge.ts';
import type { Kill, Pace, Scene } from './Kill.ts';
import { aloneKills, diskKills, poolKills, postgresKills } from './kills.ts';
import { pick, type Random } from './plans.ts';
import { closeSite, openSite, restartKilled, type Site, type SiteOptions } from './site.ts';
import { newTally, type Tally } from './tally.ts';
import { startTraffic } from './traffic.ts';

/** The life of one store, with one set of kills. */
export type Stage = {
  readonly name: string;
  readonly kills: readonly Kill[];
  readonly nodes: SiteOptions['nodes'];
  readonly isOnPostgres?: boolean;
  /** The size of its own disk, which only root can mount. */
  readonly disk?: string;
};

/** Each chapter uses the next one in turn. */
export const stages: readonly Stage[] = [
  { name: 'SQLite, one process', kills: aloneKills, nodes: [[]] },
  { name: 'SQLite, two workers', kills: poolKills, nodes: [['--workers', '2']] },
  { name: 'SQLite, one process', kills: aloneKills, nodes: [[]] },
  { name: 'PostgreSQL, two nodes', kills: postgresKills, nodes: [[], []], isOnPostgres: true },
  { name: 'SQLite on a small disk', kills: diskKills, nodes: [[]], disk: '32m' },
  { name: 'SQLite, one process', kills: aloneKills, nodes: [[]] },
  { name: 'SQLite, two workers', kills: poolKills, nodes: [['--workers', '2']] },
  {
    ...{ name: 'PostgreSQL, three nodes', kills: postgresKills, isOnPostgres: true },
    nodes: [[], ['--workers', '2'], []],
  },
];

export type ChapterOptions = {
  readonly stage: Stage;
  readonly seed: number;
  /** The kills of the stage that are selected and possible here. */
  readonly kills: readonly Kill[];
  /** How many processes to kill. */
  readonly most: number;
  /** Whether to stop, even if fewer were killed. */
  readonly isOver: () => boolean;
  readonly postgres: () => Promise<Postgres>;
  readonly tallyOf: (kill: Kill) => Tally;
  readonly paceOf: (kill: Kill) => Pace;
  readonly onFault: (fault: Fault, where: string) => void;
  /** Called between a kill and the restart, for tests that damage the store on purpose. */
  readonly sabotage?: (site: Site) => Promise<void>;
};

/** Runs one chapter, and returns how many were killed. A chapter that can't continue ends with a fault. */
export async function runChapter(options: ChapterOptions): Promise<number> {
  const { stage, seed, kills, most, tallyOf } = options;
  return await inTemporaryFolder(async (folder) => {
    await using opened = new AsyncDisposableStack();
    if (kills.length === 0) return 0;
    if (stage.disk !== undefined) opened.defer(await mountSmallDisk(join(folder, 'data'), stage.disk));
    const postgres = stage.isOnPostgres ? await options.postgres() : undefined;
    const postgresUrl = await postgres?.freshDatabase();
    const site = await openSite({
      folder,
      nodes: stage.nodes,
      ...(postgresUrl !== undefined && { postgresUrl }),
    });
    opened.defer(() => closeSite(site));
    let round = 0;
    let where = '';
    const onFault = (found: Fault) => options.onFault(found, where);
    const course = newCourse(site, seed, newTally(''), onFault);
    let last: Bookmark | undefined;
    let killed = 0;
    while (killed < most && !options.isOver()) {
      const kill = pickKill(course.random, kills);
      where = `round ${++round}, ${kill.name}`;
      course.tally = tallyOf(kill);
      course.tally.rounds++;
      const look = async () => {
        last = await assess(course, last);
      };
      const pace = options.paceOf(kill);
      try {
        const count = await runRound(
          { course, random: ownRandom(course), postgres, assess: look, pace },
          kill,
          options,
        );
        course.tally.kills += count;
        killed += count;
      } catch (error) {
        fault(
          course,
          'disagreement',
          `it can't continue: ${error instanceof Error ? error.stack : error}\n${lastWords(site)}`,
        );
        assessFiles(course);
        return killed;
      }
    }
    return killed;
  });
}

const companionShare = 0.4;
const importShare = 0.25;

async function runRound(scene: Scene, kill: Kill, { sabotage }: ChapterOptions): Promise<number> {
  const { course, random } = scene;
  const { site } = course;
  let traffic = startTraffic(course, site.nodes.length > 1 ? 1 : 2);
  const companion = random() < companionShare ? startCompanion(course, random) : undefined;
  // This one is never killed: it must succeed, whatever else is killed.
  const beside =
    random() < importShare ? runPlan(course, await planImportCommand(course, random, 'ib')) : undefined;
  const pausing: Scene = {
    ...scene,
    // Nobody may write while everything is checked.
    async assess() {
      await traffic.stop();
      await beside?.ended;
      await scene.assess();
      traffic = startTraffic(course, 1);
    },
  };
  const killed = await kill.strike(pausing);
  await traffic.stop();
  await companion?.finish();
  await sabotage?.(site);
  await restartKilled(site);
  await beside?.ended;
  await scene.assess();
  course.isHurt = false;
  return killed;
}

function pickKill(random: Random, kills: readonly Kill[]): Kill {
  return pick(
    random,
    kills.flatMap((kill) => Array.from({ length: kill.weight }, () => kill)),
  );
}

/** The last lines that the services logged, for debugging. */
function lastWords({ nodes }: Site): string {
  const lines = nodes.flatMap(({ name, running, lastWords: before }) =>
    `${before}\n${running.stderr()}`
      .trim()
      .split('\n')
      .slice(-10)
      .map((line) => `    ${name}: ${line.slice(0, 600)}`),
  );
  return lines.join('\n');
}
