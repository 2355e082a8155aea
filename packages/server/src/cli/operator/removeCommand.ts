import type { Command } from 'commander';
import { removeKeepingOwner } from '../../management/api/operators/changeOperators.ts';
import { operatorDeeds } from '../../management/api/operators/operatorAudit.ts';
import { withStore } from '../../store/withStore.ts';
import { configOf } from '../options.ts';
import { note } from '../output.ts';
import { writeAudited } from '../writeAudited.ts';
import { findOperator, operatorIdOf } from './operatorOf.ts';

/** `operator remove` */
export async function removeCommand(command: Command): Promise<void> {
  const { databaseUrl } = configOf(command);
  const operatorId = operatorIdOf(command);
  await withStore(databaseUrl, (store) =>
    writeAudited(
      store,
      async (writer) => {
        const operator = await findOperator(writer, operatorId);
        await removeKeepingOwner(writer, operatorId);
        return operator;
      },
      (operator) => operatorDeeds('operator.remove', operator),
    ),
  );
  note(`The operator ${operatorId} is removed.`);
}
