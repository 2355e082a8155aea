import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Command, type Outcome, startCommand } from '../../tests/newsstandProcess.ts';
import { certain, type Item, keyOf, type Write } from './book.ts';
import { type Course, confirmed, fault, nextStamp, ownerOf, unclear } from './course.ts';
import { scope } from './items.ts';
import { pick, planImport, type Random } from './plans.ts';
import { makePicture } from './upload.ts';

/** A command that writes. */
export type CommandPlan = {
  readonly write: Write;
  readonly args: readonly string[];
  /** Reads its output. */
  readonly onDone?: (stdout: string) => void;
};

/** A running command. */
export type RunningCommand = Pick<Command, 'pid' | 'kill'> & {
  /** Resolves when it has ended and is in the book; true if it was killed. */
  readonly ended: Promise<boolean>;
};

/** The owner of everything that commands write. */
const commander = 'cl';
const killed = 128 + 9;

/**
 * An import, mostly of a few lines and sometimes of hundreds; every fourth includes a picture. Imports that run at the
 * same time have different owners.
 */
export async function planImportCommand(course: Course, random: Random, name = 'im'): Promise<CommandPlan> {
  const owner = ownerOf(course, name, random);
  const size = random() < 0.15 ? 300 : 1 + Math.floor(random() * 30);
  const files = join(course.site.folder, 'files');
  const picture = random() < 0.25 ? await makePicture(random) : undefined;
  const image = `${owner.stamp}.png`;
  if (picture !== undefined) await writeFile(join(files, image), picture.bytes);
  const { write, lines } = planImport(owner, size, picture && { path: image, sha256: picture.sha256 });
  const file = join(files, `${owner.stamp}.ndjson`);
  await writeFile(file, lines.join(''));
  return { write, args: ['import', file] };
}

/** Any other command that writes. */
export async function planOtherCommand(course: Course, random: Random): Promise<CommandPlan> {
  const kind = pick(random, ['createKey', 'revokeKey', 'invite', 'remove', 'addMedia'] as const);
  switch (kind) {
    case 'revokeKey':
      return planRevocation(course, random) ?? planKey(course);
    case 'invite':
      return planInvitation(course);
    case 'remove':
      return planRemoval(course, random) ?? planInvitation(course);
    case 'addMedia':
      return await planMedia(course, random);
    default:
      return planKey(course);
  }
}

/** A key in the book: its name contains its state. */
export function keyItem(id: string, name: 'active' | 'revoked'): Item {
  return { kind: 'key', id, name };
}

const issued = z.object({ key: z.string(), secret: z.string() });

function planKey(course: Course): CommandPlan {
  const stamp = nextStamp(course, commander);
  const item = keyItem(stamp, 'active');
  return {
    write: { what: `key create (${stamp})`, changes: [[keyOf(item), item]] },
    args: ['key', 'create', '--name', stamp, '--project', scope.projectId, '--json'],
    onDone: (stdout) => void course.keys.set(stamp, issued.parse(JSON.parse(stdout))),
  };
}

function planRevocation(course: Course, random: Random): CommandPlan | undefined {
  const keys = certain(
    course.book,
    ({ kind, id, name }) => kind === 'key' && name === 'active' && course.keys.has(id),
  );
  if (keys.length < 2) return undefined;
  const { id } = pick(random, keys);
  const item = keyItem(id, 'revoked');
  const write = { what: `key revoke (${id})`, changes: [[keyOf(item), item]] as const };
  return { write, args: ['key', 'revoke', course.keys.get(id)?.key ?? ''] };
}

function planInvitation(course: Course): CommandPlan {
  const id = nextStamp(course, commander);
  const item: Item = { kind: 'operator', id, name: id };
  const write = { what: `operator invite ${id}`, changes: [[keyOf(item), item]] as const };
  return { write, args: ['operator', 'invite', id, '--role', `viewer:${scope.projectId}`] };
}

function planRemoval(course: Course, random: Random): CommandPlan | undefined {
  const operators = certain(course.book, ({ kind }) => kind === 'operator');
  if (operators.length < 2) return undefined;
  const item = pick(random, operators);
  const write = { what: `operator remove ${item.id}`, changes: [[keyOf(item), null]] as const };
  return { write, args: ['operator', 'remove', item.id] };
}

async function planMedia(course: Course, random: Random): Promise<CommandPlan> {
  const stamp = nextStamp(course, commander);
  const { bytes, sha256 } = await makePicture(random);
  const file = join(course.site.folder, 'files', `${stamp}.png`);
  await writeFile(file, bytes);
  const item: Item = { kind: 'media', id: `${commander}-${stamp}`, name: stamp, file: sha256 };
  const place = ['--project', scope.projectId, '--space', scope.spaceId];
  return {
    write: { what: `media add (${stamp})`, changes: [[keyOf(item), item]] },
    args: ['media', 'add', file, ...place, '--id', item.id, '--name', item.name],
  };
}

/** Starts a command, through another program if one is given. */
export function runPlan(course: Course, plan: CommandPlan, through: readonly string[] = []): RunningCommand {
  const { pid, ended, kill } = startCommand(plan.args, { env: course.site.env, through });
  return { pid, kill, ended: ended.then((outcome) => enter(course, plan, outcome)) };
}

function enter(course: Course, { write, onDone }: CommandPlan, { code, stdout, stderr }: Outcome): boolean {
  if (code === 0) {
    confirmed(course, write);
    onDone?.(stdout);
    return false;
  }
  unclear(course, write);
  if (code !== killed && !course.isHurt)
    fault(course, 'disagreement', `${write.what} ended with ${code}: ${stderr.slice(0, 500)}`);
  return code === killed;
}
