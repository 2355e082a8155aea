import { Button, Group, Stack, TextInput } from '@mantine/core';
import { limits } from '@newsstand/contract/plain';
import { type FormEvent, useState } from 'react';
import { isList } from '../../../api/checks.ts';
import { type ItemShelf, shelfPath } from '../../../api/paths.ts';
import { fetchJson } from '../../../api/request.ts';
import { confirm } from '../../../parts/ConfirmDialog.tsx';
import { ErrorAlert } from '../../../parts/ErrorAlert.tsx';
import { Modal } from '../../../parts/Modal.tsx';
import { useReturnFocus } from '../../../parts/useReturnFocus.ts';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { aliasOf, readingsIn } from '../document/aliasOf.ts';
import { fieldLabel, fields } from '../document/fields.ts';
import { useEditor, useField } from './EditorContext.tsx';

/** The alias, which can be proposed from the title. */
export function AliasField() {
  const { editor: texts, members: names, aliasProposal } = useWords();
  const { shelf, document } = useEditor();
  const { id, value, set, error } = useField(fields.alias);
  const [asked, setAsked] = useState<string>();
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const take = async (wanted: string) => {
    setBusy(true);
    setFailure(null);
    try {
      const alias = await freeAlias(shelf, wanted, document['contentId']);
      const ask = { title: aliasProposal.askTitle, text: aliasProposal.askText(value, alias) };
      const labels = { confirm: aliasProposal.change, cancel: aliasProposal.cancel };
      // Readers may know the old one.
      if (value !== '' && value !== alias && !(await confirm({ ...ask, ...labels, isDanger: false }))) return;
      set(alias);
    } catch (reason) {
      setFailure(reason);
    } finally {
      setBusy(false);
    }
  };
  const propose = () => {
    const title = fields.title.read(document);
    const { alias, isPartial } = aliasOf(title, readingsIn(document));
    if (isPartial || alias === '') setAsked(title);
    else void take(alias);
  };
  return (
    <Stack gap={6}>
      <TextInput
        id={id}
        label={fieldLabel(fields.alias.path, names)}
        description={texts.aliasHint}
        maxLength={limits.aliasCharacters}
        value={value}
        error={error}
        onChange={(event) => set(event.currentTarget.value)}
      />
      <Button
        size="compact-sm"
        variant="light"
        w="fit-content"
        loading={isBusy}
        disabled={fields.title.read(document).trim() === ''}
        onClick={propose}
      >
        {aliasProposal.propose}
      </Button>
      {failure !== null && <ErrorAlert error={failure} />}
      {asked !== undefined && (
        <ReadingDialog
          title={asked}
          onClose={() => setAsked(undefined)}
          onUse={(alias) => {
            setAsked(undefined);
            void take(alias);
          }}
        />
      )}
    </Stack>
  );
}

/** Asks how a title is read, which nothing but a dictionary knows of kanji. */
function ReadingDialog({
  title,
  onUse,
  onClose,
}: {
  readonly title: string;
  readonly onUse: (alias: string) => void;
  readonly onClose: () => void;
}) {
  useReturnFocus();
  const texts = useWords().aliasProposal;
  const [reading, setReading] = useState('');
  const { alias } = aliasOf(reading);
  const use = (event: FormEvent) => {
    event.preventDefault();
    if (alias !== '') onUse(alias);
  };
  return (
    <Modal opened onClose={onClose} title={texts.readingTitle}>
      <form onSubmit={use}>
        <Stack gap="sm">
          <div lang="ja" className="long-text">
            {title}
          </div>
          <TextInput
            label={texts.reading}
            description={alias === '' ? texts.readingHint : `→ ${alias}`}
            inputWrapperOrder={['label', 'input', 'description']}
            value={reading}
            onChange={(event) => setReading(event.currentTarget.value)}
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button type="submit" disabled={alias === ''}>
              {texts.use}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** How many items are looked at for an alias; the service refuses one that is taken in any case. */
const most = 99;

/** An alias that no other item of the instance has, if need be with a number behind it. */
async function freeAlias(shelf: ItemShelf, wanted: string, ownId: unknown): Promise<string> {
  const query = { search: wanted, size: most };
  const { list } = await fetchJson(shelfPath(shelf), isList<{ contentId: string; alias?: string }>(), {
    query,
  });
  const taken = new Set(
    list.filter(({ item }) => item.contentId !== ownId).flatMap(({ item }) => [item.contentId, item.alias]),
  );
  for (let number = 1; ; number++) {
    const alias = number === 1 ? wanted : `${wanted}-${number}`;
    if (!taken.has(alias)) return alias;
  }
}
