import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The files of an export as `strapi export --no-encrypt` writes them, by path. */
export type StrapiExport = Readonly<Record<string, string>>;

const lines = (values: readonly object[]) => values.map((each) => `${JSON.stringify(each)}\n`).join('');

/** A content type or a component. */
export function schema(uid: string, attributes: object, more: object = {}) {
  const name = uid.split('.').at(-1);
  const own = {
    createdAt: { type: 'datetime' },
    publishedAt: { type: 'datetime' },
    locale: { type: 'string' },
  };
  return {
    ...{
      uid,
      info: { displayName: name },
      options: { draftAndPublish: true },
      attributes: { ...attributes, ...own },
    },
    ...more,
  };
}

const times = {
  createdAt: '2024-05-01T10:00:00.000Z',
  updatedAt: '2024-05-02T10:00:00.000Z',
  publishedAt: '2024-05-03T10:00:00.000Z',
};

/** A row. */
export function row(type: string, id: number, data: object) {
  return { type, id, data: { ...times, ...data } };
}

/** A relation between two rows. */
export function link(left: string, field: string, right: string, inverse?: string, pos = 1) {
  const end = (text: string) => {
    const [type, ref] = text.split('#');
    return { type, ref: Number(ref) };
  };
  return {
    ...{ kind: 'relation.basic', relation: 'manyToMany' },
    left: { ...end(left), field, pos },
    right: { ...end(right), ...(inverse !== undefined && { field: inverse, pos }) },
  };
}

/** A picture in a field of a row. */
export function shown(file: number, right: string, field: string, pos = 1) {
  return link(`plugin::upload.file#${file}`, 'related', right, field, pos);
}

/** The files of an export. */
export function strapiExport(
  schemas: readonly object[],
  entities: readonly object[],
  links: readonly object[] = [],
  more: StrapiExport = {},
): StrapiExport {
  return {
    'metadata.json': '{"createdAt":"2024-06-01T00:00:00.000Z","strapi":{"version":"5.9.0"}}',
    'schemas/schemas_00001.jsonl': lines(schemas),
    'entities/entities_00001.jsonl': lines(entities),
    'links/links_00001.jsonl': lines(links),
    ...more,
  };
}

/** Writes an export to a temporary folder, and returns that. */
export function writeExport(files: StrapiExport): string {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}
