import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { inviteAgain } from '../../management/api/operators/invitations.ts';
import { operatorDeeds } from '../../management/api/operators/operatorAudit.ts';
import { withStore } from '../../store/withStore.ts';
import { configOf } from '../options.ts';
import { writeAudited } from '../writeAudited.ts';
import { findOperator, operatorIdOf } from './operatorOf.ts';
import { managementUrlOf, printLink } from './printLink.ts';

/** `operator link` */
export async function linkCommand(command: Command): Promise<void> {
  const config = configOf(command);
  const managementUrl = managementUrlOf(config);
  const operatorId = operatorIdOf(command);
  const { issued } = await withStore(config.databaseUrl, (store) =>
    writeAudited(
      store,
      async (writer) => {
        const operator = await findOperator(writer, operatorId);
        const issued = await inviteAgain(writer, { now: Date.now, random: randomBytes }, operatorId);
        return { operator, issued };
      },
      ({ operator }) => operatorDeeds('operator.link', operator),
    ),
  );
  await printLink(command, operatorId, managementUrl, issued);
}
