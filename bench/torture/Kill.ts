import type { Postgres } from '../../tests/startPostgres.ts';
import type { CommandPlan } from './commands.ts';
import type { Course } from './course.ts';
import { pick, type Random } from './plans.ts';
import type { TortureNode } from './site.ts';

/** What there is to be killed. */
export type Scene = {
  readonly course: Course;
  readonly random: Random;
  readonly postgres: Postgres | undefined;
  /** Looks at everything while the service lives on; editors write again afterwards. */
  assess(): Promise<void>;
  /** How long the command of this kind of kill takes and how many calls it makes, as learned so far. */
  readonly pace: Pace;
};

export type Pace = { milliseconds: number; calls: number };

/** Before anything is known of it. */
export function newPace(): Pace {
  return { milliseconds: 350, calls: 50 };
}

/** A way to kill. */
export type Kill = {
  /** As `--only` takes it. */
  readonly name: string;
  /** As the table shows it. */
  readonly title: string;
  /** How often it comes, beside the others of its chapter. */
  readonly weight: number;
  readonly needsStrace?: boolean;
  /** Editors are writing. Gives back how many processes were killed: none where it came too late. */
  strike(scene: Scene): Promise<number>;
};

/** What commands are planned by. */
export type PlanCommand = (course: Course, random: Random) => Promise<CommandPlan>;

/** A number between two. */
export const within = (random: Random, least: number, most: number) => least + random() * (most - least);

const writingPatience = 2000;

/** In the midst of writing: after the first few writes, or a little later; now and then before any. */
export async function aMoment({ course, random }: Scene): Promise<void> {
  const writes = random() < 0.1 ? 0 : 1 + Math.floor(random() ** 2 * 12);
  const enough = course.tally.confirmed + writes;
  const until = performance.now() + writingPatience;
  while (course.tally.confirmed < enough && performance.now() < until) await Bun.sleep(2);
  await Bun.sleep(within(random, 0, 60));
}

/** One of them, by chance. */
export function anyNode({ course, random }: Scene): TortureNode {
  return pick(random, course.site.nodes);
}
