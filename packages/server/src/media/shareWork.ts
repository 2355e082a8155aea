/** Makes what does the work of a name once for all who ask for it while it goes on. */
export function shareWork<T>() {
  const going = new Map<string, Promise<T>>();
  return (name: string, work: () => Promise<T>): Promise<T> => {
    const known = going.get(name);
    if (known !== undefined) return known;
    const begun = work().finally(() => going.delete(name));
    going.set(name, begun);
    return begun;
  };
}
