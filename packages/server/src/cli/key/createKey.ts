import { randomBytes } from 'node:crypto';
import { isAlias } from '@newsstand/contract';
import type { Command } from 'commander';
import { keyDeeds } from '../../management/api/keys/keyAudit.ts';
import { issueCredential } from '../../management/issueCredential.ts';
import type { Grant } from '../../store/Credential.ts';
import type { Reader } from '../../store/Store.ts';
import { withStore } from '../../store/withStore.ts';
import { expiryOf } from '../expiryOf.ts';
import { Failure } from '../Failure.ts';
import { configOf, isOn, textOption, textsOption } from '../options.ts';
import { note } from '../output.ts';
import { checkPlace, formatGrant, grantOf, parseGrant } from '../parseGrant.ts';
import { writeAudited } from '../writeAudited.ts';
import { printSecret } from './printSecret.ts';

/** `key create` */
export async function createKey(command: Command): Promise<void> {
  const config = configOf(command);
  const order = {
    name: nameOf(command),
    grants: grantsOf(command),
    preview: isOn(command, 'preview'),
    expiresAt: expiryOf(command, Date.now()),
  };
  const issued = issueCredential(order, { now: Date.now, random: randomBytes });
  await withStore(config.databaseUrl, async (store) => {
    const missing = await writeAudited(
      store,
      async (writer) => {
        await writer.putCredential(issued.credential);
        return missingPlaces(writer, order.grants);
      },
      () => keyDeeds('key.create', issued.credential),
    );
    // Before anything else can go wrong: the secret is known nowhere else.
    await printSecret(issued, isOn(command, 'json'));
    for (const grant of missing) {
      note(`note: ${formatGrant(grant)} does not exist yet; the key will reach it once it does`);
    }
  });
}

function nameOf(command: Command): string {
  const name = textOption(command, 'name')?.trim() ?? '';
  if (!isAlias(name)) throw new Failure('--name must be 1 to 255 characters without control characters', 2);
  return name;
}

function grantsOf(command: Command): readonly Grant[] {
  const place = {
    project: textOption(command, 'project'),
    space: textOption(command, 'space'),
    instance: textOption(command, 'instance'),
  };
  checkPlace(place);
  const first = place.project === undefined ? [] : [grantOf(place.project, place.space, place.instance)];
  const grants = [...first, ...textsOption(command, 'grant').map(parseGrant)];
  if (grants.length === 0) throw new Failure('say what the key reaches: give --project or --grant', 2);
  return [...new Map(grants.map((grant) => [formatGrant(grant), grant])).values()];
}

async function missingPlaces(reader: Reader, grants: readonly Grant[]): Promise<readonly Grant[]> {
  const places = [...(await reader.spaces()), ...(await reader.instances())];
  const known = new Set(places.flatMap((place) => prefixes(formatGrant(place))));
  return grants.filter((grant) => !known.has(formatGrant(grant)));
}

/** `a/b/c` also means that `a/b` and `a` are there. */
function prefixes(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
