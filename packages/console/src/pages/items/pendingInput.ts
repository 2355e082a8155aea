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
