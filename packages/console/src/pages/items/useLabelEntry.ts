import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isItem } from '../../api/checks.ts';
import { type LabelKind, type LabelOption, labelSearch, optionOf } from '../../api/labels.ts';
import { type Space, shelfPath } from '../../api/paths.ts';
import { itemQuery, itemsQuery } from '../../api/queries.ts';
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

/** Why a text is still in the field; the name can be created if there is one. */
type EntryFault = { readonly message: string; readonly name?: string | undefined };

/** A text on its way to becoming a category or tag. It stays in the field until it is one. */
export function useLabelEntry({ space, kind, canCreate, onTake }: Options) {
  const texts = useWords().picker;
  const errorText = useErrorText();
  const client = useQueryClient();
  const creation = useCreate(space, kind);
  const [text, setText] = useState<string>();
  const [fault, setFault] = useState<EntryFault>();
  const [pending, setPending] = useState<readonly string[]>([]);
  const latestText = useRef(text);
  latestText.current = text;

  const type = (next: string | undefined) => {
    latestText.current = next;
    setText(next);
    setFault(undefined);
  };
  /** Shows the name as pending while it is found or created; gives the text back if that fails. */
  const hold = (name: string, work: () => Promise<string | EntryFault>): Promise<void> => {
    const held = resolveEntry(name, work);
    holdInput(held);
    return held;
  };
  const resolveEntry = async (name: string, work: () => Promise<string | EntryFault>) => {
    const isField = kind === 'category';
    if (!isField) type(undefined);
    setFault(undefined);
    setPending((before) => [...before, name]);
    const result = await work().catch((error: unknown): EntryFault => {
      const { title, message } = errorText(error);
      return { message: `${title}: ${message}`, name: canCreate ? name : undefined };
    });
    setPending((before) => before.toSpliced(before.indexOf(name), 1));
    if (typeof result === 'string') {
      onTake(result);
      if (isField && latestText.current?.trim() === name) type(undefined);
      return;
    }
    if ((latestText.current ?? '') === '') type(name);
    setFault(result);
  };
  const create = (name: string) => hold(name, () => creation.mutateAsync(name));
  /** Takes what is typed: with Enter also the first match, without only an exact one. */
  const submit = async (how: 'enter' | 'leave') => {
    const name = text?.trim() ?? '';
    if (name === '') return type(undefined);
    if (pending.includes(name) || (how === 'leave' && fault !== undefined)) return;
    await hold(name, async () => {
      const found = await client.fetchQuery(itemsQuery({ ...space, kind }, labelSearch(name)));
      const options: readonly LabelOption[] = found.list
        .map(({ item }) => optionOf(item))
        .filter((option) => isFoundByName(option, name));
      const match = exactMatch(options, name) ?? (how === 'enter' ? options[0] : undefined);
      if (match !== undefined) return match.value;
      if (canCreate && options.length === 0) return await creation.mutateAsync(name);
      return { message: texts.missing[kind](name), name: canCreate ? name : undefined };
    });
  };
  return {
    ...{ text, fault, type, create, submit },
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
