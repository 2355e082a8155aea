import type { Category, Tag } from '@newsstand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isItem, isList } from '../../api/checks.ts';
import { type LabelKind, type LabelOption, labelSearch, optionOf } from '../../api/labels.ts';
import { type Space, shelfPath } from '../../api/paths.ts';
import { itemQuery } from '../../api/queries.ts';
import { fetchJson } from '../../api/request.ts';
import { useErrorText } from '../../parts/describeError.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { exactMatch, isFoundByName } from './labelMatch.ts';
import { holdInput } from './pendingInput.ts';

type Options = {
  readonly space: Space;
  readonly kind: LabelKind;
  readonly canCreate: boolean;
  readonly onTake: (id: string) => void;
};

/** Why a text has become nothing. It is in the field again, unless another has been typed there meanwhile. */
export type EntryFault = {
  readonly name: string;
  readonly message: string;
  readonly canCreate: boolean;
  readonly isInField?: boolean;
};

/** Whether Enter was pressed, or the field left. */
type How = 'enter' | 'leave';

/** A text on its way to becoming a category or tag. It stays in the field until it is one. */
export function useLabelEntry({ space, kind, canCreate, onTake }: Options) {
  const texts = useWords().picker;
  const errorText = useErrorText();
  const creation = useCreate(space, kind);
  const [text, setText] = useState<string>();
  const [faults, setFaults] = useState<readonly EntryFault[]>([]);
  const [pending, setPending] = useState<readonly string[]>([]);
  const latestText = useRef(text);
  latestText.current = text;

  const type = (next: string | undefined) => {
    latestText.current = next;
    setText(next);
    setFaults((before) => before.filter(({ isInField }) => isInField !== true));
  };
  /** Shows the name as pending while it is found or created; if that fails, says why, and offers to try again. */
  const hold = (name: string, how: How, work: () => Promise<string | EntryFault>): Promise<void> => {
    const held = resolveEntry(name, how, work);
    holdInput(held);
    return held;
  };
  const resolveEntry = async (name: string, how: How, work: () => Promise<string | EntryFault>) => {
    const isField = kind === 'category';
    if (!isField) type(undefined);
    setFaults((before) => before.filter((each) => each.name !== name && each.isInField !== true));
    setPending((before) => [...before, name]);
    const result = await work().catch((error: unknown): EntryFault => {
      const { title, message } = errorText(error);
      return { name, message: `${title}: ${message}`, canCreate };
    });
    setPending((before) => before.toSpliced(before.indexOf(name), 1));
    const typed = latestText.current?.trim() ?? '';
    if (typeof result === 'string') {
      onTake(result);
      if (isField && typed === name) type(undefined);
      return;
    }
    // Not where the next tag is about to be typed.
    const isInField = isField ? ['', name].includes(typed) : how === 'leave' && typed === '';
    if (isInField) type(name);
    setFaults((before) => [...before, { ...result, isInField }]);
  };
  const create = (name: string) => hold(name, 'enter', () => creation.mutateAsync(name));
  /** Takes what is typed: with Enter also the first match, without only an exact one. */
  const submit = async (how: How) => {
    const name = text?.trim() ?? '';
    if (name === '') return type(undefined);
    if (pending.includes(name) || (how === 'leave' && faults.some(({ isInField }) => isInField === true)))
      return;
    await hold(name, how, async () => {
      // A request of its own: the list's is aborted as soon as the list shows the next text.
      const found = await fetchJson(shelfPath({ ...space, kind }), isList<Category | Tag>(), {
        query: labelSearch(name),
      });
      const options: readonly LabelOption[] = found.list
        .map(({ item }) => optionOf(item))
        .filter((option) => isFoundByName(option, name));
      const match = exactMatch(options, name) ?? (how === 'enter' ? options[0] : undefined);
      if (match !== undefined) return match.value;
      if (canCreate && options.length === 0) return await creation.mutateAsync(name);
      return { name, message: texts.missing[kind](name), canCreate };
    });
  };
  return {
    ...{ text, faults, type, create, submit },
    /** Names that are being found or created, shown beside the chosen ones. */
    pending: kind === 'tag' ? pending : [],
    isBusy: pending.length > 0,
  };
}

/** Creates a category or tag, and returns its ID. */
function useCreate(space: Space, kind: LabelKind) {
  const client = useQueryClient();
  const path = shelfPath({ ...space, kind });
  return useMutation({
    mutationFn: async (name: string) => {
      const created = await fetchJson(path, isItem(kind), { method: 'POST', body: { name } });
      const { value } = optionOf(created.item);
      client.setQueryData(itemQuery({ ...space, kind }, value).queryKey, created);
      await client.invalidateQueries({ queryKey: ['items', path] });
      return value;
    },
  });
}
