import type { Rounds } from '../Bench.ts';
import { loadWorkload } from '../loadWorkload.ts';
import type { Measured, Server } from '../measure.ts';
import { median } from '../median.ts';
import { workloads } from '../workloads.ts';

/** A node on PostgreSQL compared with one on SQLite with the same content: medians of all rounds. */
export type Beside = {
  readonly name: string;
  readonly postgres: number;
  readonly sqlite: number;
  /** Requests per second, PostgreSQL relative to SQLite. */
  readonly ratio: number;
  /** CPU time per request, SQLite relative to PostgreSQL. */
  readonly cpuRatio: number;
};

type Both = { readonly postgres: Server; readonly sqlite: Server };
type Headers = Readonly<Record<string, string>>;

/** Loads both alternately, so that a noisy machine affects both equally. */
export async function besideSqlite(
  both: Both,
  keys: { readonly [Engine in keyof Both]: Headers },
  rounds: Rounds & { readonly folder: string },
  items: number,
): Promise<readonly Beside[]> {
  const results: Beside[] = [];
  const { list, item, lists, searches } = workloads(items);
  for (const workload of [list, item, lists, searches]) {
    const load = (engine: keyof Both) => loadWorkload(both[engine], workload, keys[engine], rounds);
    const turns: { postgres: Measured; sqlite: Measured }[] = [];
    // The first round does not count: the just-in-time compilers warm up.
    for (let n = 0; n <= rounds.count; n++) {
      const [first, second] =
        n % 2 === 0 ? (['postgres', 'sqlite'] as const) : (['sqlite', 'postgres'] as const);
      const early = await load(first);
      const late = await load(second);
      const turn =
        first === 'postgres' ? { postgres: early, sqlite: late } : { postgres: late, sqlite: early };
      if (n > 0) turns.push(turn);
    }
    const result = summed(workload.name, turns);
    rounds.tell(
      `${result.name.padEnd(46)} ${result.ratio.toFixed(2)} of SQLite, CPU ${result.cpuRatio.toFixed(2)}`,
    );
    results.push(result);
  }
  return results;
}

function summed(name: string, turns: readonly { postgres: Measured; sqlite: Measured }[]): Beside {
  return {
    name,
    postgres: median(turns.map(({ postgres }) => postgres.perSecond)),
    sqlite: median(turns.map(({ sqlite }) => sqlite.perSecond)),
    ratio: median(turns.map(({ postgres, sqlite }) => postgres.perSecond / sqlite.perSecond)),
    cpuRatio: median(turns.map(({ postgres, sqlite }) => sqlite.cpuMicroseconds / postgres.cpuMicroseconds)),
  };
}
