import type { Postgres } from '../../tests/startPostgres.ts';
import type { CommandPlan } from './commands.ts';
import type { Course } from './course.ts';
import { pick, type Random } from './plans.ts';
import type { TortureNode } from './site.ts';

/** What a kill works with. */
export type Scene = {
  readonly course: Course;
  readonly random: Random;
  readonly postgres: Postgres | undefined;
  /** Checks everything while the service keeps running; editors write again afterwards. */
  assess(): Promise<void>;
  /** How long the command of this kind of kill takes and how many calls it makes, as observed so far. */
  readonly pace: Pace;
};

export type Pace = { milliseconds: number; calls: number };

/** The initial guess. */
export function newPace(): Pace {
  return { milliseconds: 350, calls: 50 };
}

/** A way to kill. */
export type Kill = {
  /** For `--only`. */
  readonly name: string;
  /** For the table. */
  readonly title: string;
  /** Its share among the kills of its chapter. */
  readonly weight: number;
  readonly needsStrace?: boolean;
  /** Runs while editors write. Returns how many processes were killed: none if it came too late. */
  strike(scene: Scene): Promise<number>;
};

/** Plans a command. */
export type PlanCommand = (course: Course, random: Random) => Promise<CommandPlan>;

/** A random number between two others. */
export const within = (random: Random, least: number, most: number) => least + random() * (most - least);

const writingPatience = 2000;

/** Waits until writing is under way: for the first few writes or a little longer, and sometimes not at all. */
export async function aMoment({ course, random }: Scene): Promise<void> {
  const writes = random() < 0.1 ? 0 : 1 + Math.floor(random() ** 2 * 12);
  const enough = course.tally.confirmed + writes;
  const until = performance.now() + writingPatience;
  while (course.tally.confirmed < enough && performance.now() < until) await Bun.sleep(2);
  await Bun.sleep(within(random, 0, 60));
}

/** A random one of them. */
export function anyNode({ course, random }: Scene): TortureNode {
  return pick(random, course.site.nodes);
}
