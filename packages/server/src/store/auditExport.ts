import { z } from 'zod';
import { type AuditChain, namesBy, type Pseudonym, renamedTarget, type StoredAudit } from './Audit.ts';
import type { StoreReader } from './Store.ts';
import type { AuditSource } from './verifyAudit.ts';

const end = z.object({ number: z.number(), hash: z.string() });
const text = z.string().nullable();
const json = z.unknown().transform((value) => (value == null ? null : JSON.stringify(value)));

/** The first line says where the chain begins and ends, and whom the pseudonyms stand for. */
const header = z.object({
  chain: z.object({ anchor: end, head: end }),
  pseudonyms: z.array(z.object({ pseudonym: z.string(), salt: text, operatorId: text, label: text })),
});

/** Every other line is an entry; `by` and `of` are what `author` and `target` stand for. */
const line = z.object({
  number: z.number(),
  at: z.number(),
  by: z.string(),
  author: z.string(),
  action: z.string(),
  projectId: text,
  target: z.string(),
  of: z.string(),
  details: json,
  personal: json,
  personalSha256: text,
  hash: z.string(),
});

/** The whole audit log as lines of JSON, the oldest entry first: all that is needed to verify it. */
export async function* exportAudit(reader: StoreReader): AsyncGenerator<string> {
  const pseudonyms = await reader.pseudonyms();
  yield `${JSON.stringify({ chain: await reader.auditChain(), pseudonyms })}\n`;
  const { shown } = namesBy(pseudonyms);
  for await (const batch of reader.allAudit()) {
    const lines = batch.map(({ number, at, author, action, projectId, target, ...rest }) => {
      const { details, personal, personalSha256, hash } = rest;
      return JSON.stringify({
        ...{ number, at, by: shown(author), author, action, projectId, target },
        of: renamedTarget(target, shown),
        ...{ details: parsed(details), personal: parsed(personal), personalSha256, hash },
      });
    });
    yield `${lines.join('\n')}\n`;
  }
}

function parsed(document: string | null): unknown {
  return document === null ? null : JSON.parse(document);
}

/** Thrown for a file that is no export. */
export class AuditFileError extends Error {}

/**
 * Reads what `exportAudit` wrote, to verify it. An entry whose names do not match its pseudonyms is passed on as one that
 * somebody else made, so that it does not fit the chain.
 */
export async function readExport(lines: () => AsyncIterable<string>): Promise<AuditSource> {
  let first: { readonly chain: AuditChain; readonly pseudonyms: readonly Pseudonym[] } | undefined;
  for await (const each of lines()) {
    first = header.safeParse(parse(each)).data;
    break;
  }
  if (first === undefined) throw new AuditFileError('it does not begin as newsstand audit export writes it');
  const { shown } = namesBy(first.pseudonyms);
  async function* entries(): AsyncGenerator<readonly StoredAudit[]> {
    let number = 0;
    for await (const each of lines()) {
      if (++number === 1 || each === '') continue;
      const { data } = line.safeParse(parse(each));
      if (data === undefined) throw new AuditFileError(`line ${number} is not an entry of the audit log`);
      const { by, of, ...entry } = data;
      const isSame = by === shown(entry.author) && of === renamedTarget(entry.target, shown);
      yield [isSame ? entry : { ...entry, author: by, target: of }];
    }
  }
  return { ...first, entries };
}

function parse(each: string): unknown {
  try {
    return JSON.parse(each);
  } catch {
    return undefined;
  }
}
