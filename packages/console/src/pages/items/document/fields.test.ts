import { describe, expect, test } from 'bun:test';
import { samples } from '@newsstand/contract';
import { keptItems } from '@newsstand/contract/manage';
import fc from 'fast-check';
import { isSameJson } from '../../../parts/json/json.ts';
import { type Document, isDocument, readAt, writeAt } from './Document.ts';
import { type Field, fields, writeTitle } from './fields.ts';

const full: Document = writeAt(samples.news, 'values.share.x.followButtonUsers', [
  { userId: 'u', name: 'U' },
]);

/** Items of the contract, with members removed or replaced. */
const paths = [...Object.values(fields).map(({ path }) => path), 'values.body', 'values.seo', 'values.share'];
const other = fc.constantFrom(undefined, null, '', 'x', 0, 7, true, [], {}, [{}], [{ name: 1 }], { x: [] });
const item = fc
  .tuple(
    fc.constantFrom<Document>(full, samples.news, samples.banner, {}),
    fc.array(fc.tuple(fc.constantFrom(...paths), other), { maxLength: 6 }),
  )
  .map(([document, changes]) =>
    changes.reduce((each, [path, value]) => writeAt(each, path, value), document),
  );

/** A field with a value to write. */
const change = fc.oneof(
  changeOf([fields.name, fields.alias, fields.title, fields.url, fields.shareText], fc.string()),
  changeOf([fields.openingAt, fields.closingAt], fc.option(fc.integer(), { nil: undefined })),
  changeOf([fields.thumbnail, fields.category], fc.option(fc.constantFrom('a', 'b'), { nil: undefined })),
  changeOf([fields.tags, fields.sponsors, fields.hashTags], fc.array(fc.string(), { maxLength: 3 })),
  changeOf([fields.isRss, fields.isOutline], fc.boolean()),
  changeOf([fields.followUsers], fc.array(fc.record({ userId: fc.string(), name: fc.string() }))),
);

type FieldChange = {
  path: string;
  read: (document: Document) => unknown;
  write: (document: Document) => Document;
  value: unknown;
};

function changeOf<Value>(
  known: readonly Field<Value>[],
  values: fc.Arbitrary<Value>,
): fc.Arbitrary<FieldChange> {
  return fc.tuple(fc.constantFrom(...known), values).map(([{ path, read, write }, value]) => ({
    ...{ path, read, value },
    write: (document) => write(document, value),
  }));
}

describe('a form', () => {
  test('leaves untouched members as they are', () => {
    fc.assert(
      fc.property(item, (document) => {
        expect(rewrite(document)).toBe(document);
      }),
    );
  });

  test('reads what it wrote, and changes nothing else', () => {
    fc.assert(
      fc.property(item, change, (document, { path, read, write, value }) => {
        const written = write(document);
        expect(isSameJson(read(written), value)).toBe(true);
        for (const each of paths) {
          const isNear = each.startsWith(path) || path.startsWith(each);
          const parent = path.split('.').slice(0, -1).join('.');
          if (isNear || !isPlain(readAt(document, parent))) continue;
          expect([each, readAt(written, each)]).toEqual([each, readAt(document, each)]);
        }
      }),
    );
  });

  test('writes members with the types of the contract', () => {
    fc.assert(
      fc.property(change, ({ path, write }) => {
        const [sample, schema] =
          path === 'values.url' ? [samples.banner, keptItems.banner] : [full, keptItems.news];
        const issues = schema.safeParse(write(sample)).error?.issues ?? [];
        // News needs a picture; everything else may be missing, or be refused for its content.
        const shapes = issues.filter(({ code }) => code === 'invalid_type' || code === 'unrecognized_keys');
        expect(shapes.filter((issue) => issue.path.join('.') !== 'values.thumbnail')).toEqual([]);
      }),
    );
  });
});

function rewrite(document: Document): Document {
  const all: readonly ((each: Document) => Document)[] = [
    ...[fields.name, fields.alias, fields.title, fields.url, fields.canonicalUrl, fields.shareText].map(
      again,
    ),
    ...[fields.reservedAt, fields.openingAt, fields.closingAt].map(again),
    ...[fields.thumbnail, fields.image, fields.category].map(again),
    ...[fields.tags, fields.sponsors, fields.shareUsers, fields.hashTags].map(again),
    ...[fields.isPreventCrawling, fields.isOutline, fields.isRss].map(again),
    again(fields.followUsers),
  ];
  return all.reduce((each, step) => step(each), document);
}

function again<Value>(field: Field<Value>): (document: Document) => Document {
  return (document) => field.write(document, field.read(document));
}

/** Whether a path may pass through a value: an object, or nothing yet. */
function isPlain(value: unknown): boolean {
  return value === undefined || isDocument(value);
}

describe('the name', () => {
  test('follows the title until it is changed', () => {
    const initialState = writeTitle({ name: '', values: { title: '' } }, 'Aurora');
    expect(fields.name.read(initialState)).toBe('Aurora');
    const named = fields.name.write(initialState, 'aurora-2027');
    expect(fields.name.read(writeTitle(named, 'Aurora is here'))).toBe('aurora-2027');
  });
});

describe('members', () => {
  test('that are removed leave no empty object behind', () => {
    const document = { values: { seo: { canonicalUrl: 'https://x.example/' } } };
    expect(fields.canonicalUrl.write(document, '')).toEqual({ values: {} });
  });

  test('are equal in any order', () => {
    expect(isSameJson({ a: [1, { b: 2, c: 3 }] }, { a: [1, { c: 3, b: 2 }] })).toBe(true);
    expect(isSameJson({ a: 1 }, { a: 1, b: undefined })).toBe(true);
    expect(isSameJson([1, 2], [2, 1])).toBe(false);
    expect(isSameJson({}, [])).toBe(false);
  });
});
