/** When things happen, in milliseconds, and how many there may be. */
export type Timing = {
  /** How long one node keeps the right to make calls, and how often it is renewed. */
  readonly lease: number;
  readonly renewal: number;
  /** How often events are looked for; and, while another node makes the calls or there are none, how often that is checked. */
  readonly look: number;
  readonly idle: number;
  /** A build is started once nothing has happened for so long, and after so long at the latest. */
  readonly buildQuiet: number;
  readonly buildLongest: number;
  /** The pause after the first failure of a call, which doubles with each further one, up to the longest. */
  readonly firstRetry: number;
  readonly longestRetry: number;
  /** How long a call is retried before its webhook is switched off. */
  readonly retrying: number;
  /** The same pauses for a webhook as a whole, while all its calls fail: many are not all tried at once. */
  readonly firstRest: number;
  readonly longestRest: number;
  readonly pruning: number;
  /** How long calls stay in the log, and how many of a webhook. */
  readonly kept: number;
  readonly mostKept: number;
  /** How many calls of a webhook may be pending; if there are more, it has to read everything anew. */
  readonly mostPending: number;
  /** How many calls are made at once, of one webhook and of all. */
  readonly mostOfOne: number;
  readonly mostAtOnce: number;
  /** How long calls under way may take when the service stops. */
  readonly stopping: number;
};

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];

/** The timing of a service. */
export const usualTiming: Timing = {
  ...{ lease: 10 * second, renewal: 3 * second, look: 300, idle: second },
  ...{ buildQuiet: 5 * second, buildLongest: minute },
  ...{ firstRetry: 5 * second, longestRetry: hour, retrying: day, firstRest: 250, longestRest: minute },
  ...{ pruning: 10 * minute, kept: 7 * day, mostKept: 10_000, mostPending: 10_000 },
  ...{ mostOfOne: 8, mostAtOnce: 32, stopping: 2 * second },
};

/** The pause after some failures in a row; random in part, so that many do not return at the same moment. */
export function pauseAfter(failures: number, first: number, longest: number, random: number): number {
  return Math.min(longest, first * 2 ** Math.min(failures - 1, 40)) * (0.5 + random / 2);
}
