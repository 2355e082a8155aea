/** Kills at random moments. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startCommand } from '../../tests/newsstandProcess.ts';
import { fillDisk } from '../faults/smallDisk.ts';
import { childrenOf } from '../processes.ts';
import { planImportCommand, runPlan } from './commands.ts';
import { aMoment, anyNode, type Kill, type PlanCommand, type Scene, within } from './Kill.ts';
import { pick } from './plans.ts';
import { killNode, killProcess } from './site.ts';

/** Kills all processes of a node at once, as if the machine had stopped. */
export async function killService(scene: Scene): Promise<number> {
  await aMoment(scene);
  await killNode(anyNode(scene), true);
  return 1;
}

/** Kills the main process of a node; the others have to notice by themselves. */
export async function killMain(scene: Scene): Promise<number> {
  await aMoment(scene);
  await killNode(anyNode(scene), false);
  return 1;
}

/** Kills a child process of a node; the node restarts it. */
export function killChild(script: string): Kill['strike'] {
  return async (scene) => {
    await aMoment(scene);
    const children = childrenOf(anyNode(scene).running.pid, script);
    const killed = children.length > 0 && killProcess(pick(scene.random, children));
    await Bun.sleep(within(scene.random, 0, 250));
    return killed ? 1 : 0;
  };
}

/** Kills a command at a moment at which it is probably running. */
export function killCommand(plan: PlanCommand): Kill['strike'] {
  return async ({ course, random, pace }) => {
    const command = runPlan(course, await plan(course, random));
    const began = performance.now();
    const timer = setTimeout(() => command.kill('SIGKILL'), within(random, 0.5, 1.05) * pace.milliseconds);
    const isKilled = await command.ended;
    clearTimeout(timer);
    // The killed command would have taken longer.
    pace.milliseconds = isKilled ? pace.milliseconds * 1.1 : performance.now() - began;
    return isKilled ? 1 : 0;
  };
}

/** Kills a command and the service at the same moment. */
export async function killBoth(scene: Scene): Promise<number> {
  const { course, random, pace } = scene;
  const command = runPlan(course, await planImportCommand(course, random));
  await Bun.sleep(within(random, 0.5, 1) * pace.milliseconds);
  command.kill('SIGKILL');
  await killNode(anyNode(scene), true);
  return (await command.ended) ? 2 : 1;
}

/** Kills the service, and then once or twice more while it starts. */
export async function killStarting(scene: Scene): Promise<number> {
  const { random } = scene;
  const node = anyNode(scene);
  await aMoment(scene);
  await killNode(node, true);
  const times = random() < 0.5 ? 1 : 2;
  for (let n = 0; n < times; n++) {
    const starting = startCommand(['serve', '--port', '0', '--management-port', '0', ...node.args], {
      env: node.env,
    });
    await Bun.sleep(within(random, 30, 400));
    for (const child of childrenOf(starting.pid)) killProcess(child);
    starting.kill('SIGKILL');
    await starting.ended;
  }
  return 1 + times;
}

/** Asks the service to stop, and kills it before it has. */
export async function killStopping(scene: Scene): Promise<number> {
  const { course, random } = scene;
  const node = anyNode(scene);
  await aMoment(scene);
  // It may refuse writes from now on.
  course.isHurt = true;
  node.running.kill('SIGTERM');
  await Bun.sleep(within(random, 0, 300));
  const { code } = await killNode(node, true);
  return code === 0 ? 0 : 1;
}

/** Fills the disk while editors write and a command runs; kills the service before or after space is freed. */
export async function killOnFullDisk(scene: Scene): Promise<number> {
  const { course, random } = scene;
  const ballast = join(course.site.folder, 'data', 'ballast');
  course.isHurt = true;
  await aMoment(scene);
  await fillDisk(ballast);
  const command = runPlan(course, await planImportCommand(course, random));
  await Bun.sleep(within(random, 50, 300));
  if (random() < 0.5) {
    await killNode(anyNode(scene), true);
    await command.ended;
    await rm(ballast);
  } else {
    await command.ended;
    await rm(ballast);
    await scene.assess();
    await killNode(anyNode(scene), true);
  }
  return 1;
}

/** Kills PostgreSQL itself. */
export async function killDatabase(scene: Scene): Promise<number> {
  const { course, random, postgres } = scene;
  if (postgres === undefined) return 0;
  await aMoment(scene);
  course.isHurt = true;
  await postgres.kill();
  await Bun.sleep(within(random, 0, 300));
  await postgres.start();
  return 1;
}
