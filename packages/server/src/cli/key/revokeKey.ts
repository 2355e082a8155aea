import type { Command } from 'commander';
import { keyDeeds } from '../../management/api/keys/keyAudit.ts';
import { withStore } from '../../store/withStore.ts';
import { configOf } from '../options.ts';
import { note } from '../output.ts';
import { writeAudited } from '../writeAudited.ts';
import { findKey } from './findKey.ts';

/** `key revoke` */
export async function revokeKey(command: Command): Promise<void> {
  const { databaseUrl } = configOf(command);
  const before = await withStore(databaseUrl, (store) =>
    writeAudited(
      store,
      async (writer) => {
        const credential = await findKey(writer, command.args[0] ?? '');
        if (credential.revokedAt === undefined) {
          await writer.putCredential({ ...credential, revokedAt: Date.now() });
        }
        return credential;
      },
      (credential) => (credential.revokedAt === undefined ? keyDeeds('key.revoke', credential) : []),
    ),
  );
  const already = before.revokedAt === undefined ? 'is revoked' : 'was already revoked';
  note(`The key ${before.key} (${before.name}) ${already}.`);
}
