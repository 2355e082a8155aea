import type { Command } from 'commander';
import { originalsOf } from '../../node/originalsOf.ts';
import { withStore } from '../../store/withStore.ts';
import { type Collected, collectGarbage, SharedPlace } from '../../transfer/mediaFiles/collectGarbage.ts';
import { exitOnSignals } from '../exitOnSignals.ts';
import { Failure } from '../Failure.ts';
import { configOf, isOn } from '../options.ts';
import { print, printJson } from '../output.ts';

/** `media collect`: what the service does once a day. */
export async function collectMedia(command: Command): Promise<void> {
  const config = configOf(command);
  const { mediaGrace: grace } = config;
  if (grace === undefined) throw new Failure('files are kept for ever: NEWSSTAND_MEDIA_GRACE is off', 2);
  exitOnSignals();
  const isDryRun = isOn(command, 'dryRun');
  const originals = originalsOf(config);
  const collected = await withStore(
    config.databaseUrl,
    (store) => collectGarbage({ store, originals, grace, isDryRun }),
    config,
  ).catch((error: unknown) => {
    throw error instanceof SharedPlace ? new Failure(error.message) : error;
  });
  await (isOn(command, 'json') ? printJson(collected) : print(reportText(collected, isDryRun)));
}

function reportText({ named, kept, keptBytes, removed, removedBytes }: Collected, isDryRun: boolean): string {
  return [
    `${named} files are named by records`,
    `${kept} are not, and are kept until their time is over (${megabytes(keptBytes)})`,
    `${removed} ${isDryRun ? 'would be' : 'were'} removed (${megabytes(removedBytes)})`,
    '',
  ].join('\n');
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
