import { password } from '@newsstand/contract/manage';
import type { Command } from 'commander';
import { hashPassword } from '../../management/api/operators/createPasswords.ts';
import { endPasses } from '../../management/api/operators/invitations.ts';
import { operatorDeeds } from '../../management/api/operators/operatorAudit.ts';
import { withStore } from '../../store/withStore.ts';
import { Failure } from '../Failure.ts';
import { configOf } from '../options.ts';
import { note } from '../output.ts';
import { writeAudited } from '../writeAudited.ts';
import { findOperator, operatorIdOf } from './operatorOf.ts';

/** `operator password` */
export async function passwordCommand(command: Command): Promise<void> {
  const { databaseUrl } = configOf(command);
  const operatorId = operatorIdOf(command);
  // Opened first: nobody should have to type a password only to hear that there is no store.
  await withStore(databaseUrl, async (store) => {
    const passwordHash = await hashPassword(await readPassword(operatorId));
    await writeAudited(
      store,
      async (writer) => {
        const operator = await findOperator(writer, operatorId);
        await writer.putOperator({ ...operator, passwordHash });
        await endPasses(writer, operatorId, ({ type }) => type !== 'token');
        return operator;
      },
      (operator) => operatorDeeds('operator.password', operator),
    );
  });
  note(`The operator ${operatorId} has a new password.`);
}

async function readPassword(operatorId: string): Promise<string> {
  if (process.stdin.isTTY) note(`Type the new password of ${operatorId}; it is shown while you type.`);
  const given = password.safeParse(await firstLine());
  if (!given.success) throw new Failure(`the password ${given.error.issues[0]?.message}`, 2);
  return given.data;
}

const mostBytes = 4096;

/** The first line of standard input; what is far too long for a password is not read to its end. */
async function firstLine(): Promise<string> {
  let read = Buffer.alloc(0);
  for await (const piece of Bun.stdin.stream()) {
    read = Buffer.concat([read, piece]);
    if (read.includes('\n') || read.length > mostBytes) break;
  }
  return read.toString().split(/\r?\n/, 1)[0] ?? '';
}
