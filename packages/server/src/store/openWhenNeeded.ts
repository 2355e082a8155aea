/** Opens something when it is first needed; a failed attempt is not remembered. */
export function openWhenNeeded<T extends { close(): Promise<void> }>(open: () => Promise<T>) {
  let opened: Promise<T> | undefined;
  return {
    get(): Promise<T> {
      opened ??= open().catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    /** Closes it where it was opened. */
    async close(): Promise<void> {
      await (await opened?.catch(() => undefined))?.close();
    },
  };
}
