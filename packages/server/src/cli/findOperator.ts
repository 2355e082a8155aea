import { operatorId } from '@newsstand/contract/manage';
import type { Command } from 'commander';
import type { Operator } from '../store/Admin.ts';
import type { StoreReader } from '../store/Store.ts';
import { Failure } from './Failure.ts';

/** The operator ID given to a command, normalised. */
export function operatorIdOf(command: Command): string {
  const { data } = operatorId.safeParse(command.args[0]);
  if (data !== undefined) return data;
  throw new Failure(
    'the operator must be 1 to 128 letters, digits or . _ @ + -, as in ken or ken@acme.test',
    2,
  );
}

/** Finds an operator by name. */
export async function findOperator(reader: StoreReader, operatorId: string): Promise<Operator> {
  const found = await reader.operator(operatorId);
  if (found !== undefined) return found;
  throw new Failure(`there is no operator ${operatorId}; newsstand operator list shows all operators`);
}
