/** What was typed and is still on its way into the item, such as a tag that is being created. */
const pending = new Set<Promise<unknown>>();

/** Makes those who save wait for it. */
export function holdInput(work: Promise<unknown>): void {
  const held = work.catch(() => undefined).finally(() => pending.delete(held));
  pending.add(held);
}

/** Resolves once everything that was typed is in the item. */
export async function settledInput(): Promise<void> {
  await Promise.all(pending);
}

type Unread = { readonly path: string; readonly message: string };

/** What was typed and cannot be read, by field. */
const unread = new Map<string, Unread>();

/** Says that what was typed into a field for a member cannot be read; without a message, that it can be again. */
export function markUnread(field: string, path: string, message: string | undefined): void {
  if (message === undefined) unread.delete(field);
  else unread.set(field, { path, message });
}

/** The faults of what cannot be read: nothing is published with it. */
export function unreadInput(): readonly Unread[] {
  return [...unread.values()];
}
