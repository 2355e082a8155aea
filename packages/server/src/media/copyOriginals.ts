import { cp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isBundleId } from './findOriginal.ts';
import { inTurns } from './inTurns.ts';
import { MediaUnavailable } from './MediaUnavailable.ts';
import { OriginalError, type Originals, originalName } from './Originals.ts';

/** How far a copy is: what was copied, what was there already, and what could not be, by name. */
export type CopyProgress = {
  readonly copied: number;
  readonly skipped: number;
  readonly missing: readonly string[];
  readonly damaged: readonly string[];
};

/**
 * Copies originals, by their names, and bundles, by their IDs, from one place to another. What is there in the right
 * size is left alone, so one that broke off can be begun again. Throws `MediaUnavailable` where either can't be reached.
 */
export async function copyOriginals(
  from: Originals,
  to: Originals,
  names: Iterable<string>,
  onProgress: (progress: CopyProgress) => void = () => {},
  /** Where there is room for a few of them. */
  spoolFolder: string = tmpdir(),
): Promise<CopyProgress> {
  const [missing, damaged]: [string[], string[]] = [[], []];
  const progress = { copied: 0, skipped: 0, missing, damaged };
  await inTurns(new Set(names), async (name) => {
    const spooled = join(spoolFolder, `newsstand-${crypto.randomUUID()}`);
    const copying = isBundleId(name) ? copyBundle(from, to, name) : copyOriginal(from, to, name, spooled);
    const outcome = await copying.catch(outcomeOf);
    if (outcome === 'copied' || outcome === 'skipped') progress[outcome]++;
    else progress[outcome].push(name);
    onProgress({ ...progress });
  });
  return progress;
}

type Outcome = keyof CopyProgress;

async function copyOriginal(from: Originals, to: Originals, name: string, spooled: string): Promise<Outcome> {
  const [wanted, there] = [await from.find(name), await to.find(name)];
  if (wanted === undefined) return 'missing';
  const isThere = wanted.fileSize === there?.fileSize && (await to.findMissing([name])).length === 0;
  if (isThere) return 'skipped';
  await using intake = to.receive();
  try {
    const path = await from.bring(name, spooled);
    if (path === undefined) return 'missing';
    // Its name is made from its bytes once more.
    if (originalName(await intake.take(path)) !== name) return 'damaged';
    await intake.keep();
    return 'copied';
  } finally {
    await rm(spooled, { force: true });
  }
}

async function copyBundle(from: Originals, to: Originals, id: string): Promise<Outcome> {
  await using intake = to.receive();
  let outcome: Outcome = 'skipped';
  await intake.takeBundle(id, async (target) => {
    const path = await from.bring(id, target);
    if (path === undefined) throw new BundleMissing();
    if (path !== target) await cp(path, target, { recursive: true });
    outcome = 'copied';
  });
  await intake.keep();
  return outcome;
}

/** There is none to be copied. */
class BundleMissing extends Error {}

/** What one of them can't help, so that the others go on. */
function outcomeOf(error: unknown): Outcome {
  if (error instanceof BundleMissing) return 'missing';
  if (error instanceof OriginalError) return 'damaged';
  if (error instanceof MediaUnavailable && error.reason === 'damaged') return 'damaged';
  throw error;
}
