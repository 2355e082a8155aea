import type { Command } from 'commander';
import type { Credential } from '../../store/Credential.ts';
import { credentialState } from '../../store/credentialState.ts';
import { withStore } from '../../store/withStore.ts';
import { formatTable } from '../formatTable.ts';
import { configOf, isOn } from '../options.ts';
import { note, print, printJson } from '../output.ts';
import { formatGrant } from '../parseGrant.ts';

/** `key list` */
export async function listKeys(command: Command): Promise<void> {
  const { databaseUrl } = configOf(command);
  const found = await withStore(databaseUrl, (store) => store.read((reader) => reader.credentials()));
  const credentials = found.toSorted((a, b) => a.createdAt - b.createdAt || (a.key < b.key ? -1 : 1));
  if (isOn(command, 'json')) return printJson(credentials.map((item) => listed(item, Date.now())));
  if (credentials.length === 0) return note('There are no keys yet; newsstand key create makes one.');
  const head = ['KEY', 'NAME', 'STATE', 'REACHES', 'PREVIEW', 'CREATED', 'EXPIRES'];
  await print(
    formatTable(
      head,
      credentials.map((item) => row(item, Date.now())),
    ),
  );
}

/** All of a credential but its hashes, which are nobody's business. */
function listed({ secrets, ...rest }: Credential, now: number) {
  const inUse = secrets.filter((secret) => secret.until === undefined || secret.until > now);
  return { ...rest, state: credentialState({ secrets, ...rest }, now), secrets: inUse.length };
}

function row(item: Credential, now: number): readonly string[] {
  const grants = item.grants.map(formatGrant).join(' ');
  const times = [day(item.createdAt), item.expiresAt === undefined ? 'never' : day(item.expiresAt)];
  return [item.key, item.name, credentialState(item, now), grants, item.preview ? 'yes' : 'no', ...times];
}

function day(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 16)}Z`;
}
