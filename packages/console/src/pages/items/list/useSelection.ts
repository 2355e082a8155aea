import { useCallback, useMemo, useRef, useState } from 'react';

/** The selected rows. */
export type Selection = {
  readonly ids: ReadonlySet<string>;
  /** Toggles one; with Shift, everything between it and the last one. */
  readonly toggle: (id: string, isRange: boolean) => void;
  readonly set: (ids: readonly string[]) => void;
};

/** The selection of rows; rows that are no longer listed are dropped. */
export function useSelection(listed: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const order = useRef(listed);
  const last = useRef<string>(undefined);
  order.current = listed;
  const toggle = useCallback((id: string, isRange: boolean) => {
    const from = last.current;
    last.current = id;
    setChosen((before) => toggled(before, order.current, id, isRange ? from : undefined));
  }, []);
  const set = useCallback((ids: readonly string[]) => setChosen(new Set(ids)), []);
  const ids = useMemo(() => new Set(listed.filter((id) => chosen.has(id))), [listed, chosen]);
  return { ids, toggle, set };
}

/** The selection after a click: one row is toggled; a range follows its end. */
export function toggled(
  chosen: ReadonlySet<string>,
  listed: readonly string[],
  id: string,
  from: string | undefined,
): ReadonlySet<string> {
  const isChosen = !chosen.has(id);
  const [one, other] = [listed.indexOf(from ?? id), listed.indexOf(id)];
  const range = one < 0 ? [id] : listed.slice(Math.min(one, other), Math.max(one, other) + 1);
  const next = new Set(chosen);
  for (const each of range) {
    if (isChosen) next.add(each);
    else next.delete(each);
  }
  return next;
}
