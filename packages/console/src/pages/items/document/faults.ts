import type { BodyFault } from '@newsstand/contract/manage';
import { type Document, isSame, readAt } from './Document.ts';
import { fields } from './fields.ts';

/** What was tried, and what was wrong with it. */
export type Tried = { readonly document: Document; readonly faults: readonly BodyFault[] };

const known = [...Object.values(fields).map(({ path }) => path), 'values.body'];

/** The member of the form that a path leads to: `values.thumbnail` for `values.thumbnail.mediaId`. */
export function memberAt(path: string): string {
  const plain = path.replaceAll('[', '.').replaceAll(']', '');
  return known.find((each) => isWithin(plain, each)) ?? plain;
}

/** Whether a path is a member or within it. */
function isWithin(path: string, member: string): boolean {
  return path === member || path.startsWith(`${member}.`);
}

/** What is still wrong: a member that was changed since may be right now. */
export function openFaults(tried: Tried | undefined, document: Document): readonly BodyFault[] {
  return (tried?.faults ?? []).filter(({ path }) => {
    const member = memberAt(path);
    return tried !== undefined && isSame(readAt(tried.document, member), readAt(document, member));
  });
}

/** What is said of a member, or of what is within it. */
export function faultAt(faults: readonly BodyFault[], member: string): string | undefined {
  return faults.find(({ path }) => isWithin(memberAt(path), member))?.message;
}
