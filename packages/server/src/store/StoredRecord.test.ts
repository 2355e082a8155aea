import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../tests/testing/runs.ts';
import { recordAt, type StoredRecord, wellFormedDocument } from './StoredRecord.ts';

test('halves of surrogate pairs become U+FFFD, whole ones and texts about them stay', () => {
  const kept = String.raw`{"a":"\ud83d","\udE00":["\uD83D\uDE00","\\ud83d","\\\ud83d","x\uDFFF\n"]}`;
  expect(JSON.parse(wellFormedDocument(kept))).toEqual({
    a: '\u{FFFD}',
    '\u{FFFD}': ['\u{1F600}', String.raw`\ud83d`, '\\\u{FFFD}', 'x\u{FFFD}\n'],
  });
});

test('any text comes out as toWellFormed makes it, escaped or not', () => {
  const units = fc.constantFrom('\ud83d', '\ude00', '\\', 'u', 'd', '8', '0', '"', 'n', '日');
  fc.assert(
    fc.property(fc.array(units, { maxLength: 30 }), (all) => {
      const text = all.join('');
      expect(JSON.parse(wellFormedDocument(JSON.stringify([text])))).toEqual([text.toWellFormed()]);
    }),
    { numRuns: runs(2000) },
  );
});

test('a record is its next version from that millisecond on, and never before', () => {
  const moment = fc.integer({ min: 0, max: 5 });
  fc.assert(
    fc.property(fc.option(moment, { nil: undefined }), moment, moment, (takesOverAt, at, more) => {
      const key = { kind: 'news', projectId: 'p', spaceId: 's', instanceId: 'i', id: '1' } as const;
      const own = { alias: 'now', document: '{"name":"now"}', links: [{ kind: 'tag', id: 't' }] } as const;
      const later = { alias: undefined, document: '{"name":"later"}', links: [] };
      const next = { ...later, takesOverAt, changedAt: 0, changedBy: 'ken' };
      const record: StoredRecord = { ...key, ...own, next };
      const isLater = takesOverAt !== undefined && at >= takesOverAt;
      expect(recordAt(record, at)).toEqual(isLater ? { ...key, ...later } : record);
      // Whoever looks twice sees the same.
      expect(recordAt(recordAt(record, at), at + more)).toEqual(recordAt(record, at + more));
    }),
    { numRuns: runs(500) },
  );
});
