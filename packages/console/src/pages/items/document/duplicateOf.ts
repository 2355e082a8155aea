import type { Document } from './Document.ts';
import { fields } from './fields.ts';

/** The members that belong to one item only, or say when it is shown. */
const own = ['contentId', 'alias', 'createdAt', 'updatedAt', 'reservedAt', 'openingAt', 'closingAt'];

/** A draft with the same content, and a title and name that say so. */
export function duplicateOf(document: Document, copyOf: (title: string) => string): Document {
  const kept = Object.fromEntries(Object.entries(document).filter(([name]) => !own.includes(name)));
  const copied = [fields.title, fields.name].reduce<Document>((copy, field) => {
    const text = field.read(copy);
    return text === '' ? copy : field.write(copy, copyOf(text));
  }, kept);
  return fields.status.write(copied, 'draft');
}
