import { planImportCommand, planOtherCommand } from './commands.ts';
import type { Kill } from './Kill.ts';
import {
  killAfterErrors,
  killAtCall,
  killCommandAtCall,
  killFirstImport,
  killImportAlone,
} from './killAtCalls.ts';
import {
  killBoth,
  killChild,
  killCommand,
  killDatabase,
  killMain,
  killOnFullDisk,
  killService,
  killStarting,
  killStopping,
} from './killAtMoments.ts';

function kill(name: string, title: string, weight: number, strike: Kill['strike']): Kill {
  return { name, title, weight, strike };
}

/** Kills exactly before a system call, or after errors from one. */
function traced(name: string, title: string, weight: number, strike: Kill['strike']): Kill {
  return { name, title, weight, strike, needsStrace: true };
}

const others = '`key`, `operator`, `media add`';

const ofCommands = [
  kill('import', '`import`', 3, killCommand(planImportCommand)),
  kill('command', others, 2, killCommand(planOtherCommand)),
  traced('import-call', '`import`, before a system call', 3, killCommandAtCall(planImportCommand)),
  traced('command-call', `${others}, before a system call`, 2, killCommandAtCall(planOtherCommand)),
];

/** SQLite, one process. */
export const aloneKills: readonly Kill[] = [
  kill('service', 'the service', 4, killService),
  kill('both', 'the service and `import` at once', 2, killBoth),
  kill('start', 'the service, and again while it starts', 2, killStarting),
  kill('stop', 'the service while it stops', 2, killStopping),
  traced('service-call', 'the service, before a system call', 4, killAtCall(undefined)),
  traced('errors', 'the service, after I/O errors', 3, killAfterErrors),
  traced('import-alone', 'the service, then `import` before a system call', 2, killImportAlone),
  traced('first', 'the `import` that creates the store, before a system call', 1, killFirstImport),
  ...ofCommands,
];

/** SQLite, two workers. */
export const poolKills: readonly Kill[] = [
  kill('pool', 'the service with its two workers', 2, killService),
  kill('main', 'the main process of two workers', 3, killMain),
  kill('worker', 'one of two workers', 4, killChild('workerProcess.ts')),
  ...ofCommands,
];

/** SQLite, one process on a small disk. */
export const diskKills: readonly Kill[] = [kill('disk', 'the service, on a full disk', 1, killOnFullDisk)];

const mirror = 'mirrorProcess.ts';

/** PostgreSQL with several nodes. */
export const postgresKills: readonly Kill[] = [
  kill('node', 'PostgreSQL: a node', 3, killService),
  kill('node-main', 'PostgreSQL: the main process of a node', 2, killMain),
  kill('mirror', 'PostgreSQL: the mirror process of a node', 3, killChild(mirror)),
  kill('node-import', 'PostgreSQL: `import`', 3, killCommand(planImportCommand)),
  kill('node-command', `PostgreSQL: ${others}`, 1, killCommand(planOtherCommand)),
  kill('database', 'PostgreSQL itself', 2, killDatabase),
  traced(
    'node-call',
    'PostgreSQL: the main process of a node, before a system call',
    2,
    killAtCall(undefined),
  ),
  traced('mirror-call', 'PostgreSQL: the mirror process, before a system call', 3, killAtCall(mirror)),
  traced(
    'node-import-call',
    'PostgreSQL: `import`, before a system call',
    2,
    killCommandAtCall(planImportCommand),
  ),
];
