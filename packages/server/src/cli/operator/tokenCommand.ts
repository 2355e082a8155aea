import { randomBytes } from 'node:crypto';
import { tokenOrder } from '@newsstand/contract/manage';
import type { Command } from 'commander';
import { issueToken, keepToken, mostTokens, tokenDeed } from '../../management/api/operators/issueToken.ts';
import { withStore } from '../../store/withStore.ts';
import { expiryOf } from '../expiryOf.ts';
import { Failure } from '../Failure.ts';
import { configOf, isOn, textOption } from '../options.ts';
import { note, print, printJson } from '../output.ts';
import { writeAudited } from '../writeAudited.ts';
import { findOperator, operatorIdOf } from './operatorOf.ts';

/** `operator token` */
export async function tokenCommand(command: Command): Promise<void> {
  const { databaseUrl } = configOf(command);
  const operatorId = operatorIdOf(command);
  const name = tokenOrder.shape.name.safeParse(textOption(command, 'name')).data;
  if (name === undefined)
    throw new Failure('--name must be 1 to 100 characters without control characters', 2);
  const expiresAt = expiryOf(command, Date.now());
  const { authToken, secret } = issueToken(
    { operatorId, name, expiresAt },
    { now: Date.now, random: randomBytes },
  );
  await withStore(databaseUrl, (store) =>
    writeAudited(
      store,
      async (writer) => {
        await findOperator(writer, operatorId);
        if (await keepToken(writer, authToken)) return;
        throw new Failure(`there are ${mostTokens} tokens of ${operatorId} already; end one first`);
      },
      () => [tokenDeed('token.create', authToken)],
    ),
  );
  if (isOn(command, 'json')) return printJson({ tokenId: authToken.id, token: secret });
  await print(`${secret}\n`);
  note(`This token may what ${operatorId} may. It is shown this once only.`);
}
