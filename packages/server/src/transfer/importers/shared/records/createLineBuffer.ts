import { isAlias } from '@newsstand/contract';
import { wellFormedDocument } from '../../../../store/StoredRecord.ts';
import type { Fallback, TextLine } from '../../../ndjson/readLines.ts';
import type { ImportContext } from '../../Importer.ts';
import { hashNumber } from '../text/stableId.ts';

/** The members of every record. */
type NamedRecord = {
  readonly kind: string;
  readonly name: string;
  readonly [member: string]: unknown;
};

/** A slug that more records share is not a name. */
const mostOfOneSlug = 99;

const halfCharacter = 'contains a lone surrogate, which becomes U+FFFD';

/** Collects lines to import: each record once, and each alias once. */
export type LineBuffer = {
  /** `folder`: where its file is, if not with its source. */
  put(number: number, record: NamedRecord, fallback?: Fallback, folder?: string): void;
  /** True on the first call for each record. */
  isNew(kind: string, id: string): boolean;
  /** The slug, with a number if another record of this kind has it as an alias. Call it once for each record. */
  aliasOf(kind: string, what: string, id: string, slug: string | undefined): string | undefined;
  /** The lines since the last call. */
  take(): readonly TextLine[];
};

/** Creates an empty buffer. There may be a million records, so only their hashes are kept. */
export function createLineBuffer({ owners, summary }: ImportContext): LineBuffer {
  const lines: TextLine[] = [];
  const done = new Set<number>();
  const aliases = new Set<number>();

  return {
    put(number, record, fallback, folder) {
      const given = JSON.stringify(record);
      const text = wellFormedDocument(given);
      if (text !== given) summary.changed(record.kind, halfCharacter, record.name.toWellFormed());
      const instead = fallback && { ...fallback, text: wellFormedDocument(fallback.text) };
      lines.push({ number, text, fallback: instead, folder });
    },
    isNew(kind, id) {
      const { size } = done;
      return done.add(hashNumber(`${kind}/${id}`)).size > size;
    },
    aliasOf(kind, what, id, slug) {
      if (slug === undefined || slug === '') return undefined;
      if (!isAlias(slug) || slug === '.' || slug === '..') {
        summary.changed(what, 'is imported without its slug, which is not a valid alias', slug, 'details');
        return undefined;
      }
      const isFree = (each: string) =>
        isAlias(each) &&
        !aliases.has(hashNumber(`${kind}/${each}`)) &&
        (owners?.get(`${kind}/${each}`) ?? id) === id;
      let alias = slug;
      for (let number = 2; !isFree(alias); number++) {
        if (number > mostOfOneSlug) {
          summary.changed(what, 'is imported without its slug, which many others use', slug, 'details');
          return undefined;
        }
        alias = `${slug}-${number}`;
      }
      aliases.add(hashNumber(`${kind}/${alias}`));
      if (alias !== slug)
        summary.changed(
          what,
          'has the slug of another one, and gets a number',
          `${slug} → ${alias}`,
          'details',
        );
      return alias;
    },
    take: () => lines.splice(0),
  };
}
