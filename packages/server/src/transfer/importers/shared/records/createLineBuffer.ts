import { isAlias } from '@newsstand/contract';
import { wellFormedDocument } from '../../../../store/wellFormedDocument.ts';
import type { Fallback, TextLine } from '../../../ndjson/readLines.ts';
import type { ImportContext } from '../../Importer.ts';
import { hashNumber } from './hashNumber.ts';

/** What every line says of itself. */
type NamedRecord = {
  readonly kind: string;
  readonly name: string;
  readonly [member: string]: unknown;
};

const halfCharacter = 'holds half a character, which becomes U+FFFD';

/** LineBuffer to import while they come together: each thing once, and each alias. */
export type LineBuffer = {
  put(number: number, record: NamedRecord, fallback?: Fallback): void;
  /** Says true once for each thing. */
  isNew(kind: string, id: string): boolean;
  /** The slug, where nobody else of this kind has it as an alias; asked once for each thing. */
  aliasOf(kind: string, what: string, id: string, slug: string | undefined): string | undefined;
  /** The lines since the last time. */
  take(): readonly TextLine[];
};

/** Begins lines. There may be a million things, so what is known of each is a number. */
export function createLineBuffer({ owners, summary }: ImportContext): LineBuffer {
  const lines: TextLine[] = [];
  const done = new Set<number>();
  const aliases = new Set<number>();

  return {
    put(number, record, fallback) {
      const given = JSON.stringify(record);
      const text = wellFormedDocument(given);
      if (text !== given) summary.changed(record.kind, halfCharacter, record.name.toWellFormed());
      const instead = fallback && { ...fallback, text: wellFormedDocument(fallback.text) };
      lines.push({ number, text, fallback: instead });
    },
    isNew(kind, id) {
      const { size } = done;
      return done.add(hashNumber(`${kind}/${id}`)).size > size;
    },
    aliasOf(kind, what, id, slug) {
      if (slug === undefined || slug === '') return undefined;
      const key = `${kind}/${slug}`;
      const isTaken = aliases.has(hashNumber(key)) || (owners?.get(key) ?? id) !== id;
      if (isAlias(slug) && !isTaken) {
        aliases.add(hashNumber(key));
        return slug;
      }
      const why = isTaken ? 'another one has' : 'may not be an alias';
      summary.changed(what, `comes without its slug, which ${why}`, slug);
      return undefined;
    },
    take: () => lines.splice(0),
  };
}
