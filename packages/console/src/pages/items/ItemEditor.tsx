import { Alert, Anchor, Stack, Tabs, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { ManagedItem } from '@newsstand/contract/manage';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { Link, useParams } from 'wouter';
import { type ItemShelf, itemPath, shelfPath, spacePath } from '../../api/paths.ts';
import { itemQuery } from '../../api/queries.ts';
import { ApiError } from '../../api/request.ts';
import { useIsAllowed, useSession } from '../../api/SessionProvider.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { lazyPart } from '../../parts/lazyPart.tsx';
import { NotFound } from '../../parts/NotFound.tsx';
import { ReadOnlyNote, useTitle } from '../../parts/PageHead.tsx';
import { PageSkeleton } from '../../parts/Skeletons.tsx';
import { useItemShelf } from '../../shell/useSpace.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { ItemReview, ItemThread, isCurrent } from '../review/ItemReview.tsx';
import { readItemVersion } from './document/Document.ts';
import { memberAt } from './document/faults.ts';
import { fields } from './document/fields.ts';
import { EditorBar } from './editor/EditorBar.tsx';
import { fieldId } from './editor/EditorContext.tsx';
import { EditorPanels } from './editor/EditorPanels.tsx';
import { FaultSummary, Notices } from './editor/Notices.tsx';
import { PublishDialog } from './editor/PublishDialog.tsx';
import { readCopies, workKey } from './editor/unsavedWork.ts';
import { useDelete } from './editor/useDelete.ts';
import { useEditing } from './editor/useEditing.ts';
import { useProposing, usePublishing } from './editor/useProposing.tsx';
import { usePublishKeys } from './editor/usePublishKeys.ts';

const ConflictDialog = lazyPart(() => import('./editor/ConflictDialog.tsx'));
const RecoveryDialog = lazyPart(() => import('./editor/RecoveryDialog.tsx'));
const ProposeDialog = lazyPart(() => import('../review/ProposeDialog.tsx'));

/** Edits an existing item, or writes a new one, which keeps its page when it gets its ID. */
export default function ItemEditor() {
  const shelf = useItemShelf();
  const { contentId } = useParams();
  const created = useRef<string>(undefined);
  const pages = useRef(0);
  if (contentId === undefined && created.current !== undefined) {
    created.current = undefined;
    pages.current++;
  }
  if (shelf === undefined) return <NotFound />;
  const isHere = contentId === undefined || contentId === created.current;
  return (
    <LoadedItem
      key={isHere ? `${shelfPath(shelf)}?new=${pages.current}` : itemPath(shelf, contentId)}
      shelf={shelf}
      contentId={contentId}
      onCreated={(id) => {
        created.current = id;
      }}
    />
  );
}

type LoadedProps = {
  readonly shelf: ItemShelf;
  readonly contentId: string | undefined;
  readonly onCreated: (contentId: string) => void;
};

/** How often to look for what somebody else has saved. */
const refetchMilliseconds = 15_000;

function LoadedItem({ shelf, contentId, onCreated }: LoadedProps) {
  const texts = useWords().editor;
  const { operatorId } = useSession().operator;
  const isNew = contentId === undefined;
  const { data, error, refetch } = useQuery({
    ...itemQuery(shelf, contentId ?? ''),
    enabled: !isNew,
    refetchInterval: refetchMilliseconds,
  });
  if (isNew || data !== undefined)
    return <Editor shelf={shelf} newest={isNew ? undefined : data} onCreated={onCreated} />;
  if (error === null) return <PageSkeleton />;
  if (!(error instanceof ApiError) || error.problem.status !== 404)
    return <ErrorAlert error={error} onRetry={refetch} />;
  const isKept = readCopies(workKey(operatorId, itemPath(shelf, contentId))).length > 0;
  return (
    <Stack>
      <NotFound />
      {isKept && (
        <Alert color="yellow" mx="md">
          {texts.goneKept}
        </Alert>
      )}
      <Text px="md">
        {texts.gone}{' '}
        <Anchor component={Link} href={`${spacePath(shelf)}/removed`}>
          {texts.removed}
        </Anchor>
      </Text>
    </Stack>
  );
}

type EditorProps = {
  readonly shelf: ItemShelf;
  /** The current version; undefined for a new item. */
  readonly newest: ManagedItem<'news' | 'banner'> | undefined;
  readonly onCreated: (contentId: string) => void;
};

/** The editor of a news item or banner, read-only for viewers. */
function Editor({ shelf, newest, onCreated }: EditorProps) {
  const texts = useWords().editor;
  const canEdit = useIsAllowed('writer', shelf);
  const publishing = usePublishing(shelf);
  const version = useMemo(() => readItemVersion(newest), [newest]);
  const isReviewed = publishing.isKnown && !publishing.isAlone;
  const editing = useEditing(shelf, version, { canEdit, isReviewed, onCreated });
  const proposing = useProposing(shelf, editing);
  const { work, failure, faults, attemptNumber, conflict } = editing;
  const deletion = useDelete(shelf, editing);
  const [tab, setTab] = useState<string | null>(canEdit ? 'write' : 'preview');
  useTitle(fields.title.read(work.document) || texts.fresh[shelf.kind]);
  useHotkeys([['mod+S', () => canEdit && editing.save()]], [], true);
  usePublishKeys(() => {
    if (!canEdit || !publishing.isKnown) return;
    if (isReviewed) void proposing.ask();
    else editing.publish();
  });
  const goTo = (path: string) => {
    setTab('write');
    setTimeout(() => window.document.getElementById(fieldId(memberAt(path)))?.focus());
  };
  const shownFailure =
    failure !== undefined && !failure.isAutosave && faults.length === 0 ? failure.error : null;
  const error = deletion.error ?? shownFailure;
  // What came back matters until it is done.
  const isDone = editing.mode === 'next' && !editing.hasChanges;
  const proposal = isCurrent(proposing.proposal) && !isDone ? proposing.proposal : undefined;
  return (
    // Hidden by a style: an <Activity> would end the effects of the form, and with them its undo history.
    <Tabs
      value={tab}
      onChange={setTab}
      keepMounted={false}
      keepMountedMode="display-none"
      variant="pills"
      className="editor"
    >
      <h1 className="visually-hidden">
        {newest === undefined
          ? texts.fresh[shelf.kind]
          : newest.item.values.title || newest.item.name || texts.untitled}
      </h1>
      <EditorBar
        {...{ shelf, editing, canEdit, publishing, proposing }}
        onGo={goTo}
        onDelete={newest && (() => void deletion.remove())}
      />
      <Stack gap="md">
        {!canEdit && <ReadOnlyNote {...shelf} />}
        {proposal && <ItemReview proposal={proposal} />}
        <Notices {...{ shelf, editing, tab }} onTab={setTab} />
        {faults.length > 0 && <FaultSummary key={attemptNumber} faults={faults} onGo={goTo} />}
        {error !== null && <ErrorAlert error={error} />}
        <EditorPanels
          {...{ shelf, editing, canEdit }}
          canPublish={publishing.isAlone}
          beside={proposal && <ItemThread proposal={proposal} />}
        />
      </Stack>
      {editing.isAsking && <PublishDialog {...{ shelf, editing }} />}
      {proposing.isAsking && (
        <ProposeDialog
          {...{ editing }}
          isFourEyes={publishing.isFourEyes}
          keptAs={proposing.keptAs}
          isPending={proposing.isPending}
          error={proposing.error}
          onPropose={proposing.send}
          onClose={proposing.close}
        />
      )}
      {conflict && <ConflictDialog {...{ shelf, editing, conflict }} />}
      {editing.reviewed && <RecoveryDialog {...{ shelf, editing }} copy={editing.reviewed} />}
    </Tabs>
  );
}
