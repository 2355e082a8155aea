import { isAlias } from '@newsstand/contract';
import { wellFormedDocument } from '../../../store/wellFormedDocument.ts';
import type { Line, Otherwise } from '../../readLines.ts';
import type { Conversion } from '../Conversion.ts';
import { hashNumber } from '../hashNumber.ts';

/** What every line says of itself. */
type NamedRecord = {
  readonly kind: string;
  readonly name: string;
  readonly [member: string]: unknown;
};

const halfCharacter = 'holds half a character, which becomes U+FFFD';

/** Lines to import while they come together: each thing once, and each alias. */
export type Lines = {
  put(number: number, record: NamedRecord, otherwise?: Otherwise): void;
  /** Says true once for each thing. */
  isNew(kind: string, id: string): boolean;
  /** The slug, where nobody else of this kind has it as an alias; asked once for each thing. */
  aliasOf(kind: string, what: string, id: string, slug: string | undefined): string | undefined;
  /** The lines since the last time. */
  take(): readonly Line[];
};

/** Begins lines. There may be a million things, so what is known of each is a number. */
export function createLines({ owners, account }: Conversion): Lines {
  const lines: Line[] = [];
  const done = new Set<number>();
  const aliases = new Set<number>();

  return {
    put(number, record, otherwise) {
      const given = JSON.stringify(record);
      const text = wellFormedDocument(given);
      if (text !== given) account.changed(record.kind, halfCharacter, record.name.toWellFormed());
      const instead = otherwise && { ...otherwise, text: wellFormedDocument(otherwise.text) };
      lines.push({ number, text, otherwise: instead });
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
      account.changed(what, `comes without its slug, which ${why}`, slug);
      return undefined;
    },
    take: () => lines.splice(0),
  };
}
