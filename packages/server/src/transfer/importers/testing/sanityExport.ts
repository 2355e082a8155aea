/** Helpers that write documents as `sanity dataset export` does. */

const published = { _createdAt: '2024-05-01T10:00:00Z', _updatedAt: '2024-05-02T10:00:00Z', _rev: 'r1' };

/** A document of a type. */
export function document(id: string, type: string, fields: object) {
  return { ...published, _id: id, _type: type, ...fields };
}

export const slug = (current: string) => ({ _type: 'slug', current });
export const reference = (id: string) => ({ _type: 'reference', _ref: id });
export const image = (id: string, more = {}) => ({ _type: 'image', asset: reference(id), ...more });

/** A span of text. */
export const span = (text: string, ...marks: string[]) => ({ _type: 'span', _key: 's', text, marks });

/** A block of Portable Text. */
export function block(children: string | readonly object[], more: object = {}) {
  const spans = typeof children === 'string' ? [span(children)] : children;
  return { _type: 'block', _key: 'b', style: 'normal', markDefs: [], children: spans, ...more };
}

/** The documents of a dataset, one on each line. */
export function ndjson(documents: readonly unknown[]): string {
  return documents.map((each) => `${JSON.stringify(each)}\n`).join('');
}
