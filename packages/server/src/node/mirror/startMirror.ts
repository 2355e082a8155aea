import { type Config, isPostgres } from '../../config/readConfig.ts';
import type { Logger } from '../../log/createLog.ts';
import { ownFile } from '../../ownFile.ts';
import type { FromMirror, MirrorStatus, ToMirror } from '../messages.ts';
import { superviseProcess } from '../superviseProcess.ts';

/** The mirror of this node, maintained by a separate process. */
export type MirrorService = {
  /** Its status; undefined if there is none, or while no process maintains it. */
  known(): MirrorStatus | undefined;
  stop(): Promise<void>;
  kill(): void;
};

/** Starts the mirror process if the store is remote. Resolves when the status of the mirror is known. */
export async function startMirror(
  config: Config,
  log: Logger,
  onChange: (known: MirrorStatus | undefined) => void = () => {},
): Promise<MirrorService> {
  let known: MirrorStatus | undefined;
  if (!isPostgres(config.databaseUrl)) return { known: () => known, stop: async () => {}, kill: () => {} };
  const update = (next: MirrorStatus | undefined) => {
    known = next;
    onChange(next);
  };
  const kept = superviseProcess<FromMirror, ToMirror>({
    name: 'mirror',
    script: ownFile('mirrorProcess.js'),
    start: async () => ({ type: 'start', config }),
    stop: { type: 'stop' },
    log,
    isNeeded: false,
    onMessage: (message) => void (message.type === 'mirror' && update(message.mirror)),
    onEnd: () => update(undefined),
  });
  await kept.started;
  return { known: () => known, stop: kept.stop, kill: kept.kill };
}
