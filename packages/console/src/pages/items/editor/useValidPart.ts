import type { BodyFault } from '@newsstand/contract/manage';
import { useEffect, useRef, useState } from 'react';
import type { ItemShelf } from '../../../api/paths.ts';
import { isSameJson } from '../../../parts/json/json.ts';
import { contentOf, type Document } from '../document/Document.ts';
import { type Attempt, remainingFaults, withoutFaults } from '../document/faults.ts';
import { hidesAtTakeover, isToPublish, withTimesOf } from '../document/publication.ts';
import { useDocumentFaults } from './useDocumentFaults.ts';
import { newDocument, type WorkingCopy } from './useWorkingCopy.ts';

type State = ReturnType<WorkingCopy['latest']>;

/** After this pause in typing, a field counts as filled in. */
const pauseMilliseconds = 1000;

/**
 * What of a document can be saved at any time: where a field is invalid it has the stored value, and it is neither
 * published nor hidden from readers by being saved.
 */
export function useValidPart(shelf: ItemShelf, { document, isDirty, latest }: WorkingCopy) {
  const { kind } = shelf;
  /** What the service has refused, and what the page has found. */
  const refused = useRef<Attempt>(undefined);
  const [found, setFound] = useState<Attempt>();
  const own = useDocumentFaults(shelf);
  const faultsOf = (of: Document): readonly BodyFault[] => [
    ...own(of),
    ...remainingFaults(refused.current, of),
  ];
  const partOf = (state: State): Document => {
    const stored = contentOf(state.base) ?? newDocument(kind);
    const isHeld = isToPublish(state) || hidesAtTakeover(state);
    const plain = isHeld ? withTimesOf(state.document, stored) : state.document;
    const part = withoutFaults(plain, stored, faultsOf(plain));
    // Times depend on each other.
    return own(part).length === 0 ? part : withTimesOf(part, stored);
  };
  const note = () => {
    const { document: now } = latest();
    setFound({ document: now, faults: faultsOf(now) });
  };
  const noteNow = useRef(note);
  noteNow.current = note;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every change.
  useEffect(() => {
    if (!isDirty) return undefined;
    const timer = setTimeout(() => noteNow.current(), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [document, isDirty]);
  return {
    of: partOf,
    /** Whether some of it is not saved, and can be. */
    isUnsaved: (state: State): boolean => {
      const part = partOf(state);
      const stored = contentOf(state.base) ?? newDocument(kind);
      // What is stored already may be as it is, but a new item needs its title.
      const known = state.base === undefined ? [] : own(stored).map(({ path }) => path);
      return own(part).every(({ path }) => known.includes(path)) && !isSameJson(part, stored);
    },
    /** Notes what the service has refused. Returns whether the rest can be saved without it. */
    refuse: (attempt: Attempt): boolean => {
      const before = partOf(latest());
      const { document: now } = latest();
      const faults = [refused.current, attempt].flatMap((each) => remainingFaults(each, now));
      refused.current = { document: now, faults };
      note();
      return attempt.faults.length > 0 && !isSameJson(before, partOf(latest()));
    },
    /** The fields that are invalid, once the typing has paused. */
    faults: isDirty ? remainingFaults(found, document) : [],
  };
}
