import type { OpenSession } from '@newsstand/contract/manage';
import type { Command } from 'commander';
import {
  endSessions,
  isOne,
  sessionAuditEvent,
  sessionListView,
  sessionsOf,
} from '../management/api/operators/sessionListHandlers.ts';
import { withStore } from '../store/openStore.ts';
import type { Store } from '../store/Store.ts';
import { Failure } from './Failure.ts';
import { findOperator, operatorIdOf } from './findOperator.ts';
import { addExamples, addSettings, configOf, isOn, storeSettings, textOption } from './options.ts';
import { formatMinute, formatTable, note, print, printJson } from './output.ts';
import { writeAudited } from './writeAudited.ts';

/** Adds `operator sessions`. */
export function addOperatorSessions(operator: Command): void {
  const command = operator
    .command('sessions')
    .description('show where an operator is signed in, or end their sessions')
    .argument('<operator>', 'the name to sign in with')
    .option('--end <id>', 'end this session')
    .option('--end-all', 'end all of them')
    .option('--json', 'print an array');
  addExamples(command, 'newsstand operator sessions ken', 'newsstand operator sessions ken --end-all');
  addSettings(command, storeSettings).action(() => runSessions(command));
}

async function runSessions(command: Command): Promise<void> {
  const { databaseUrl } = configOf(command);
  const operatorId = operatorIdOf(command);
  const one = textOption(command, 'end');
  const isEnding = one !== undefined || isOn(command, 'endAll');
  if (one !== undefined && isOn(command, 'endAll')) throw new Failure('give either --end or --end-all', 2);
  await withStore(databaseUrl, (store) =>
    isEnding ? end(store, operatorId, one) : list(store, operatorId, isOn(command, 'json')),
  );
}

async function end(store: Store, operatorId: string, one: string | undefined): Promise<void> {
  const ended = await writeAudited(
    store,
    async (writer) => {
      await findOperator(writer, operatorId);
      return endSessions(writer, operatorId, Date.now(), one === undefined ? () => true : isOne(one));
    },
    (sessions) => (sessions.length > 0 ? [sessionAuditEvent(operatorId, sessions.length)] : []),
  );
  if (one !== undefined && ended.length === 0)
    throw new Failure(
      `${operatorId} has no session ${one}; newsstand operator sessions ${operatorId} lists them`,
    );
  note(ended.length === 1 ? 'One session has ended.' : `${ended.length} sessions have ended.`);
}

async function list(store: Store, operatorId: string, isJson: boolean): Promise<void> {
  const sessions = await store.read(async (reader) => {
    await findOperator(reader, operatorId);
    return sessionsOf(reader, operatorId, Date.now());
  });
  const views = sessions.map((session) => sessionListView(session));
  if (isJson) return printJson(views.map(({ isThis: _, ...view }) => view));
  if (views.length === 0) return note(`${operatorId} is not signed in anywhere.`);
  await print(formatTable(['SESSION', 'DEVICE', 'SIGNED IN', 'FROM', 'LAST USED', 'FROM'], views.map(row)));
}

function row({ sessionId, browser, system, createdAt, address = '', lastUsedAt, lastAddress }: OpenSession) {
  const device = [browser, system].filter((part) => part !== undefined).join(' on ');
  const used = formatMinute(lastUsedAt ?? createdAt);
  return [sessionId, device || 'unknown', formatMinute(createdAt), address, used, lastAddress ?? address];
}
