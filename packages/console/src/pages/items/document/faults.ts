import type { BodyFault } from '@newsstand/contract/manage';
import { isSameJson } from '../../../parts/json/json.ts';
import { type Document, readAt, writeAt } from './Document.ts';
import { fields } from './fields.ts';

/** A failed attempt to save, and its faults. */
export type Attempt = { readonly document: Document; readonly faults: readonly BodyFault[] };

const known = [...Object.values(fields).map(({ path }) => path), 'values.body'];

/** The form field of a path: `values.thumbnail` for `values.thumbnail.mediaId`. */
export function memberAt(path: string): string {
  const plain = path.replaceAll('[', '.').replaceAll(']', '');
  return known.find((each) => isWithin(plain, each)) ?? plain;
}

/** Whether a path is a member or inside it. */
function isWithin(path: string, member: string): boolean {
  return path === member || path.startsWith(`${member}.`);
}

/** The faults that remain: those of members that have not changed since. */
export function remainingFaults(lastAttempt: Attempt | undefined, document: Document): readonly BodyFault[] {
  return (lastAttempt?.faults ?? []).filter(({ path }) => {
    const member = memberAt(path);
    return (
      lastAttempt !== undefined && isSameJson(readAt(lastAttempt.document, member), readAt(document, member))
    );
  });
}

/** The fault of a member, or of something inside it. */
export function faultAt(faults: readonly BodyFault[], member: string): string | undefined {
  return faults.find(({ path }) => isWithin(memberAt(path), member))?.message;
}

/** The document with the stored value of every field that has a fault; the name may be that of the title. */
export function withoutFaults(document: Document, stored: Document, faults: readonly BodyFault[]): Document {
  const members = new Set(faults.map(({ path }) => memberAt(path)));
  if (members.has(fields.title.path)) members.add(fields.name.path);
  return [...members]
    .filter((member) => member !== '' && member !== 'values')
    .reduce((changed, member) => writeAt(changed, member, readAt(stored, member)), document);
}
