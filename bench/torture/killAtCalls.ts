/** Kills and errors at system calls. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runNewsstand } from '../../tests/newsstandProcess.ts';
import { childrenOf, isAlive } from '../processes.ts';
import { planImportCommand, runPlan } from './commands.ts';
import { type Course, fault } from './course.ts';
import { lineOf } from './items.ts';
import { aMoment, anyNode, type Kill, type PlanCommand, type Scene, within } from './Kill.ts';
import { integrityFaults, lookAtStore } from './lookAtStore.ts';
import { pick, type Random } from './plans.ts';
import { killNode } from './site.ts';
import {
  attach,
  type Injection,
  lockCalls,
  networkCalls,
  placeCalls,
  storeCalls,
  streamCalls,
  tracedBy,
} from './strace.ts';

/** The calls on the files of the store, all calls that write, and those that talk to PostgreSQL. */
function someCalls(
  { site: { database } }: Course,
  random: Random,
  all: Injection['calls'],
): Pick<Injection, 'calls' | 'paths'> {
  if (database === undefined) return { calls: networkCalls };
  if (random() < 0.3) return { calls: all };
  return { calls: [...storeCalls, ...lockCalls], paths: filesOf(database) };
}

function filesOf(database: string): readonly string[] {
  return [database, `${database}-wal`, `${database}-shm`];
}

/** Excludes the calls by which the shell starts the command. */
const commandCalls = [...storeCalls, ...placeCalls];
const serviceCalls = [...storeCalls, ...placeCalls, ...streamCalls];

/** How many calls a command probably makes: most kills should come in time, and some right at its end. */
function learned(calls: number, isKilled: boolean): number {
  return Math.max(5, calls * (isKilled ? 1.15 : 0.7));
}

/** Kills a command just before one of its calls. */
export function killCommandAtCall(plan: PlanCommand): Kill['strike'] {
  return async ({ course, random, pace }) => {
    const when = `${1 + Math.floor(random() * pace.calls)}`;
    const traced = tracedBy({ ...someCalls(course, random, commandCalls), effect: 'signal=KILL', when });
    const isKilled = await runPlan(course, await plan(course, random), traced).ended;
    pace.calls = learned(pace.calls, isKilled);
    return isKilled ? 1 : 0;
  };
}

const callPatience = 3000;

/** Kills a process of a node just before one of its writing calls. */
export function killAtCall(script: string | undefined): Kill['strike'] {
  return async (scene) => {
    const { course, random } = scene;
    const node = anyNode(scene);
    const { pid } = node.running;
    const [target] = script === undefined ? [pid] : childrenOf(pid, script);
    if (target === undefined) return 0;
    // The files of a mirror have other names.
    const calls = script === undefined ? someCalls(course, random, serviceCalls) : { calls: storeCalls };
    const when = `${1 + Math.floor(random() ** 2 * 200)}`;
    await aMoment(scene);
    const tracer = await attach(target, { ...calls, effect: 'signal=KILL', when });
    for (let waited = 0; isAlive(target) && waited < callPatience; waited += 10) await Bun.sleep(10);
    const isKilled = !isAlive(target);
    await tracer.detach();
    if (isKilled && script === undefined) {
      node.isUp = false;
      await node.running.end('SIGKILL');
    }
    return isKilled ? 1 : 0;
  };
}

/** An import that is the only one to have the store open also checkpoints the write-ahead log when it closes it. */
export async function killImportAlone(scene: Scene): Promise<number> {
  await aMoment(scene);
  await killNode(anyNode(scene), true);
  return 1 + (await killCommandAtCall(planImportCommand)(scene));
}

/**
 * Calls of the service or of an import on the store fail, once or from some call on. The service must recover by itself
 * when they work again, and is then killed.
 */
export async function killAfterErrors(scene: Scene): Promise<number> {
  const { course, random } = scene;
  const { database } = course.site;
  const injection: Injection = {
    calls: pick(random, [storeCalls, ['pwrite64'], ['fsync', 'fdatasync'], ['ftruncate']] as const),
    effect: random() < 0.5 ? 'error=EIO' : 'error=ENOSPC',
    when: `${1 + Math.floor(random() ** 2 * 60)}${random() < 0.5 ? '' : '+'}`,
    ...(database !== undefined && { paths: filesOf(database) }),
  };
  const node = anyNode(scene);
  await aMoment(scene);
  course.isHurt = true;
  if (random() < 0.4) {
    await runPlan(course, await planImportCommand(course, random), tracedBy(injection)).ended;
  } else {
    const tracer = await attach(node.running.pid, injection);
    await Bun.sleep(within(random, 50, 300));
    await tracer.detach();
  }
  if (random() < 0.5) await scene.assess();
  await killNode(node, true);
  return 1;
}

const firstItems = 5;

/** Kills the import that creates a store before one of its calls. The next import must succeed. */
export async function killFirstImport({ course, random, pace }: Scene): Promise<number> {
  const folder = join(course.site.folder, 'first');
  const database = join(folder, 'newsstand.db');
  const env = { NEWSSTAND_DATA: folder };
  const ids = Array.from({ length: firstItems }, (_, n) => `t${n}`);
  const stdin = ids.map((id) => lineOf('tag', id, { kind: 'tag', id, name: id })).join('');
  const when = `${1 + Math.floor(random() * pace.calls)}`;
  const calls = [...storeCalls, ...lockCalls];
  const through = tracedBy({ calls, paths: filesOf(database), effect: 'signal=KILL', when });
  const first = await runNewsstand(['import', '-'], { env, stdin, through });
  const isKilled = first.code !== 0;
  pace.calls = learned(pace.calls, isKilled);
  const { code, stderr } = await runNewsstand(['import', '-'], { env, stdin });
  if (code !== 0) fault(course, 'integrity', `after the first import was killed at call ${when}: ${stderr}`);
  else {
    const { names } = await lookAtStore(`sqlite:${database}`, undefined);
    if (names.size !== firstItems)
      fault(course, 'lost', `${names.size} of ${firstItems} items of the first import`);
    for (const { type, text } of integrityFaults(database)) fault(course, type, text);
  }
  await rm(folder, { recursive: true, force: true });
  return isKilled ? 1 : 0;
}
