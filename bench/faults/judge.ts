/** A confirmed transaction. Steps count from 1, one per commit. */
export type Commit = {
  readonly step: number;
  /** Milliseconds since 1970, like all times here. */
  readonly confirmedAt: number;
  /** How often it was tried. */
  readonly attempts: number;
  /** It was reported as failed, but found in the store. */
  readonly wasThere: boolean;
};

/** What one node showed. */
export type NodeSeen = {
  /** The time of its first response. */
  readonly since: number;
  /** When each step was first seen; steps in between were skipped. */
  readonly steps: readonly (readonly [step: number, at: number])[];
  /** Descriptions of content or revisions that were older than before. */
  readonly backwards: readonly string[];
};

/**
 * When a fault began and was lifted, and the indexes of the nodes that may be late because of it. Before `warmAt`, all
 * processes had just been started: how soon commits are shown then is not measured, nor how long reads take.
 */
export type Outage = {
  readonly warmAt: number;
  readonly beganAt: number;
  readonly liftedAt: number;
  readonly concerns: readonly number[];
};

/** How soon commits were seen; undefined if there was nothing to measure. */
export type Timeliness = {
  /** The longest time from a commit until all nodes showed it, except for nodes excused by the outage. */
  readonly longestDelay: number | undefined;
  /** From the end of the outage to the first commit. */
  readonly writingAgain: number | undefined;
  /** From the end of the outage until all affected nodes showed a commit made after it. */
  readonly caughtUp: number | undefined;
  /** Commits that some node never showed. */
  readonly neverSeen: number;
};

/** A response: how long it took from when its request was due, from which node (its index), and when it came. */
export type Answer = { readonly time: number; readonly node: number; readonly at: number };

/** A read may take this much longer than the machine explains; beyond that, it counts as failed. */
export const longestWait = 250;

/**
 * The reads that took longer than the machine explains, which is as long as a constant took at the same time. `reference`:
 * all responses of a server that sends constants to the same readers.
 */
export function slowReads(reads: readonly Answer[], reference: readonly Answer[]): readonly Answer[] {
  return reads.filter((read) => {
    if (read.time <= longestWait) return false;
    const meanwhile = reference.filter(({ at, time }) => at >= read.at - read.time && at - time <= read.at);
    return read.time - latest(meanwhile.map(({ time }) => time)) > longestWait;
  });
}

/** A commit just before the outage may not have reached the nodes. */
const shortlyBefore = 1000;

/** Compares the confirmed commits with what the nodes showed. */
export function judge(commits: readonly Commit[], nodes: readonly NodeSeen[], outage: Outage): Timeliness {
  const seenAt = nodes.map(({ steps }) => seenFrom(steps));
  const { warmAt, beganAt, liftedAt, concerns } = outage;
  const after = commits.find(({ confirmedAt }) => confirmedAt >= liftedAt);
  const caughtUpAt =
    after && latest(concerns.map((node) => seenAt[node]?.(after.step) ?? Number.POSITIVE_INFINITY));
  const isExcused = (node: number, at: number) =>
    concerns.includes(node) && at > beganAt - shortlyBefore && at < (caughtUpAt ?? Number.POSITIVE_INFINITY);
  const delays: number[] = [];
  let neverSeen = 0;
  for (const { step, confirmedAt } of commits) {
    const seen = nodes.flatMap(({ since }, node) =>
      confirmedAt < since ? [] : [{ node, at: seenAt[node]?.(step) }],
    );
    if (seen.some(({ at }) => at === undefined)) neverSeen++;
    for (const { node, at } of seen) {
      if (at !== undefined && confirmedAt >= warmAt && !isExcused(node, confirmedAt))
        delays.push(at - confirmedAt);
    }
  }
  return {
    longestDelay: delays.length === 0 ? undefined : latest(delays),
    writingAgain: after && after.confirmedAt - liftedAt,
    caughtUp: concerns.length === 0 || caughtUpAt === undefined ? undefined : caughtUpAt - liftedAt,
    neverSeen,
  };
}

/** When a step, or a later one, was first seen. */
function seenFrom(steps: NodeSeen['steps']): (step: number) => number | undefined {
  return (step) => {
    let [low, high] = [0, steps.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((steps[middle]?.[0] ?? 0) < step) low = middle + 1;
      else high = middle;
    }
    return steps[low]?.[1];
  };
}

function latest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
