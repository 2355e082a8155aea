import type { OperatorView } from '@newsstand/contract/manage';
import type { Command } from 'commander';
import { operatorView } from '../../management/api/operators/operatorView.ts';
import { withStore } from '../../store/withStore.ts';
import { formatTable } from '../formatTable.ts';
import { configOf, isOn } from '../options.ts';
import { note, print, printJson } from '../output.ts';
import { formatRole } from './inviteCommand.ts';

/** `operator list` */
export async function listCommand(command: Command): Promise<void> {
  const { databaseUrl } = configOf(command);
  const operators = await withStore(databaseUrl, (store) =>
    store.read(async (reader) => {
      const views: OperatorView[] = [];
      for (const each of await reader.operators()) views.push(await operatorView(reader, each, Date.now()));
      return views;
    }),
  );
  if (isOn(command, 'json')) return printJson(operators);
  if (operators.length === 0) return note('There are no operators yet; newsstand operator invite makes one.');
  await print(formatTable(['OPERATOR', 'NAME', 'ROLES', 'PASSWORD', 'LAST SEEN'], operators.map(row)));
}

function row({ operatorId, name, roles, hasPassword, invitedUntil, lastSeenAt }: OperatorView) {
  const invited = invitedUntil === undefined ? 'none' : `invited until ${day(invitedUntil)}`;
  const seen = lastSeenAt === undefined ? '' : day(lastSeenAt);
  return [operatorId, name, roles.map(formatRole).join(' '), hasPassword ? 'set' : invited, seen];
}

function day(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 16)}Z`;
}
