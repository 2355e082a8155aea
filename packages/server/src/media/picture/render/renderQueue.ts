import type { Operations } from '../Operations.ts';

/** What decides when a queued picture has its turn. */
type Queued = {
  readonly cost: number;
  /** Who waits for it. */
  readonly networks: readonly string[];
  readonly queuedAt: number;
  /** Whether it is rendered again after a crash. */
  readonly needsFresh: boolean;
};

/** Of so many turns one is for whoever waits longest, whatever it costs. */
const turnsOfOldest = 4;

/** From this cost on, pictures may not take the last process. */
const heavyCost = 20_000_000;

/** The size is not known before the picture is read; most pictures are no larger. */
const unknownPixels = 10_000_000;

/** About how much there is to do for a picture: its pixels, once and for each filter. Only for comparison. */
export function costOf({ width, height, mostWidth = Infinity, filters }: Operations): number {
  const [one, other] = [width || height, height || width];
  const pixels = one === 0 ? unknownPixels : Math.abs(one * other);
  const scaled = one === 0 ? pixels : pixels * Math.min(1, mostWidth / Math.abs(one)) ** 2;
  // Filters apply to what is there before it is scaled down to `mostWidth`.
  const own = filters.filter(({ name }) => name !== 'format' && name !== 'quality').length;
  return own === 0 ? scaled : pixels * (1 + own);
}

/** Whether a picture takes so long that those of other readers should not have to wait for it. */
export function isHeavy({ cost }: Pick<Queued, 'cost'>): boolean {
  return cost >= heavyCost;
}

/**
 * The index of the picture whose turn it is, or -1: the lightest first, so that nobody's heavy ones keep readers from theirs,
 * where what the same network has had while others wait counts too, so that nobody's many do either; but every few turns the
 * one that waits longest. `isLastFree`: heavy pictures have all processes but one.
 */
export function nextIn(
  queue: readonly Queued[],
  had: ReadonlyMap<string, number>,
  turn: number,
  isLastFree: boolean,
): number {
  const again = queue.findIndex(({ needsFresh }) => needsFresh);
  if (again >= 0) return again;
  const isOldestsTurn = turn % turnsOfOldest === turnsOfOldest - 1;
  let [next, lightest] = [-1, Infinity];
  for (const [index, task] of queue.entries()) {
    if (isLastFree && isHeavy(task)) continue;
    const least = Math.min(...task.networks.map((network) => had.get(network) ?? 0));
    const sum = isOldestsTurn ? 0 : least + task.cost;
    if (sum < lightest) [next, lightest] = [index, sum];
  }
  return next;
}

/**
 * The index of the picture that gives way to one of these networks: the heaviest of those that only the network waits for that
 * waits for most. -1 if they wait for as many themselves, unless it is heavier than theirs: all readers may come by one address.
 */
export function surplusIn(
  queue: readonly Pick<Queued, 'networks' | 'cost'>[],
  { networks, cost }: Pick<Queued, 'networks' | 'cost'>,
): number {
  const counts = new Map<string, number>();
  for (const network of queue.flatMap((task) => task.networks))
    counts.set(network, (counts.get(network) ?? 0) + 1);
  const [[greediest, most] = ['', 0]] = [...counts].toSorted(([, one], [, other]) => other - one);
  const hasLess = networks.some((network) => (counts.get(network) ?? 0) + 1 < most);
  let [heaviest, heaviestCost] = [-1, hasLess ? 0 : cost];
  for (const [index, task] of queue.entries()) {
    if (task.cost <= heaviestCost || task.networks.some((network) => network !== greediest)) continue;
    [heaviest, heaviestCost] = [index, task.cost];
  }
  return heaviest;
}
