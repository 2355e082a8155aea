import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { keyDeeds } from '../../management/api/keys/keyAudit.ts';
import { rotateCredential } from '../../management/issueCredential.ts';
import { credentialState } from '../../store/credentialState.ts';
import { withStore } from '../../store/withStore.ts';
import { Failure } from '../Failure.ts';
import { configOf, isOn, textOption } from '../options.ts';
import { parseDuration } from '../parseDuration.ts';
import { writeAudited } from '../writeAudited.ts';
import { findKey } from './findKey.ts';
import { printSecret } from './printSecret.ts';

/** `key rotate` */
export async function rotateKey(command: Command): Promise<void> {
  const { databaseUrl } = configOf(command);
  const grace = parseDuration(textOption(command, 'grace') ?? '');
  if (grace === undefined) throw new Failure('--grace must be a duration such as 24h, 7d or 0s', 2);
  await withStore(databaseUrl, async (store) => {
    const issued = await writeAudited(
      store,
      async (writer) => {
        const credential = await findKey(writer, command.args[0] ?? '');
        const state = credentialState(credential, Date.now());
        if (state !== 'active') throw new Failure(`the key ${credential.key} is ${state}; make a new one`);
        const rotated = rotateCredential(credential, grace, { now: Date.now, random: randomBytes });
        await writer.putCredential(rotated.credential);
        return rotated;
      },
      ({ credential }) => keyDeeds('key.rotate', credential),
    );
    // Before anything else can go wrong: the secret is known nowhere else.
    await printSecret(issued, isOn(command, 'json'));
  });
}
