import { type Document, isDocument } from './Document.ts';

/** A version of an item as the service has it. */
export type Kept = {
  readonly item: Document;
  readonly etag: string;
  readonly version?: number | undefined;
  readonly changedAt?: number | undefined;
  readonly changedBy?: string | undefined;
};

/** What was told of a version, where it is one: in an answer that refuses, or in what the browser kept. */
export function keptIn(value: unknown): Kept | undefined {
  if (!isDocument(value)) return undefined;
  const { item, etag, version, changedAt, changedBy } = value;
  if (!isDocument(item) || typeof etag !== 'string') return undefined;
  return {
    ...{ item, etag },
    version: typeof version === 'number' ? version : undefined,
    changedAt: typeof changedAt === 'number' ? changedAt : undefined,
    changedBy: typeof changedBy === 'string' ? changedBy : undefined,
  };
}
