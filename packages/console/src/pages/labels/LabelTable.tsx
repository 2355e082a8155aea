import { Button, Group, Pagination, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { limits } from '@newsstand/contract/plain';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { type LabelKind, type LabelShelf, labelOf } from '../../api/labels.ts';
import { useIsAllowed } from '../../api/SessionProvider.tsx';
import { IconPlus } from '../../icons/icons.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { Modal } from '../../parts/Modal.tsx';
import { NotFound } from '../../parts/NotFound.tsx';
import { PageHead, ReadOnlyNote } from '../../parts/PageHead.tsx';
import { SearchInput } from '../../parts/SearchInput.tsx';
import { RowsSkeleton } from '../../parts/Skeletons.tsx';
import { useSpaceOfPage } from '../../shell/useSpace.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { LabelRows } from './LabelRows.tsx';
import {
  type LabelListState,
  labelSortNames,
  labelsOnPage,
  readLabelList,
  writeLabelList,
} from './labelList.ts';
import { useCreate } from './useLabelChange.ts';
import { useLabelPage } from './useLabelPage.ts';

/** The categories or tags of the space in the address. */
export default function LabelTable({ kind }: { readonly kind: LabelKind }) {
  const space = useSpaceOfPage();
  if (space === undefined) return <NotFound />;
  const shelf = { kind, ...space };
  // Another list starts from scratch.
  return <ShelfTable key={JSON.stringify(shelf)} shelf={shelf} />;
}

function ShelfTable({ shelf }: { readonly shelf: LabelShelf }) {
  const texts = useWords().labels;
  const canEdit = useIsAllowed('editor', shelf);
  const [params, setParams] = useSearchParams();
  const list = readLabelList(params);
  const { data, error, refetch, isPlaceholderData } = useLabelPage(shelf, list);
  const change = (part: Partial<LabelListState>, isSame = false) =>
    setParams(writeLabelList({ ...list, page: 1, ...part }), { replace: isSame });
  const labels = data?.list.map(labelOf) ?? [];
  // An empty list needs no filters.
  const isEmpty = data?.totalCount === 0 && !isPlaceholderData && list.search === '';
  const pages = Math.ceil((data?.totalCount ?? 0) / labelsOnPage);
  return (
    <Stack gap="md">
      <Head shelf={shelf} total={data?.totalCount} canEdit={canEdit} />
      {!isEmpty && <Filters list={list} onChange={change} />}
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {data === undefined && !error && <RowsSkeleton />}
      {data !== undefined && labels.length === 0 && (
        <Text ta="center" py="xl">
          {list.search === '' ? texts.empty[shelf.kind] : texts.nothing}
        </Text>
      )}
      {labels.length > 0 && (
        <div aria-busy={isPlaceholderData} style={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
          <LabelRows shelf={shelf} labels={labels} canEdit={canEdit} />
        </div>
      )}
      {pages > 1 && (
        <Group component="nav" aria-label={texts.pages} justify="center">
          <Pagination
            total={pages}
            value={list.page}
            onChange={(page) => change({ page })}
            withControls={false}
          />
        </Group>
      )}
    </Stack>
  );
}

function Head({
  shelf,
  total,
  canEdit,
}: {
  readonly shelf: LabelShelf;
  readonly total: number | undefined;
  readonly canEdit: boolean;
}) {
  const texts = useWords().labels;
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <PageHead
        title={texts.title[shelf.kind]}
        text={texts.lead[shelf.kind]}
        amount={total === undefined ? undefined : texts.amount(total)}
      >
        {canEdit && (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={open}>
            {texts.create[shelf.kind]}
          </Button>
        )}
      </PageHead>
      <ReadOnlyNote {...shelf} />
      <LabelCreation shelf={shelf} isOpen={isOpen} onClose={close} />
    </>
  );
}

function Filters({
  list,
  onChange,
}: {
  readonly list: LabelListState;
  readonly onChange: (part: Partial<LabelListState>, isSame?: boolean) => void;
}) {
  const texts = useWords().labels;
  return (
    <Group gap="sm" grow preventGrowOverflow={false} align="flex-end">
      <SearchInput
        label={texts.search}
        value={list.search}
        onSearch={(search) => onChange({ search }, true)}
      />
      <Select
        aria-label={texts.sort}
        maw={220}
        data={labelSortNames.map((value) => ({ value, label: texts.sorts[value] }))}
        value={list.sort}
        onChange={(name) => onChange({ sort: labelSortNames.find((each) => each === name) ?? 'name' })}
        allowDeselect={false}
      />
    </Group>
  );
}

type CreationProps = {
  readonly shelf: LabelShelf;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** The dialog for a new category or tag. */
function LabelCreation({ shelf, isOpen, onClose }: CreationProps) {
  const texts = useWords().labels;
  return (
    <Modal centered opened={isOpen} onClose={onClose} title={texts.create[shelf.kind]}>
      <CreationForm shelf={shelf} onClose={onClose} />
    </Modal>
  );
}

function CreationForm({ shelf, onClose }: Omit<CreationProps, 'isOpen'>) {
  const texts = useWords().labels;
  const [draft, setDraft] = useState({ name: '', alias: '' });
  const { mutate, error, isPending } = useCreate(shelf, onClose);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate(draft);
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={texts.name}
          required
          data-autofocus
          maxLength={limits.nameCharacters}
          value={draft.name}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
        <TextInput
          label={texts.alias}
          description={texts.aliasHint}
          maxLength={255}
          value={draft.alias}
          onChange={(event) => setDraft({ ...draft, alias: event.currentTarget.value })}
        />
        {error && <ErrorAlert error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={isPending} disabled={draft.name.trim() === ''}>
            {texts.create[shelf.kind]}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
