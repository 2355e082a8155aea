import { Alert, Anchor, Button, Group, List, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import type { BodyFault, ManagedItem } from '@newsstand/contract/manage';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { type ItemShelf, itemPath, listHref, shelfPath, spacePath } from '../../api/paths.ts';
import { useItem } from '../../api/queries.ts';
import { ApiError, sendRequest } from '../../api/request.ts';
import { useIsAllowed } from '../../api/SessionProvider.tsx';
import { ActionMenu, RemoveItem } from '../../parts/ActionMenu.tsx';
import { confirm } from '../../parts/ConfirmDialog.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { NotFound } from '../../parts/NotFound.tsx';
import { ReadOnlyNote, useTitle } from '../../parts/PageHead.tsx';
import { StateBadge } from '../../parts/StateBadge.tsx';
import { useItemShelf } from '../../shell/useSpace.ts';
import { formatRelative } from '../../time/formatDateTime.ts';
import { stateAt } from '../../time/liveTime.ts';
import { useNow } from '../../time/useNow.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { memberAt } from './document/faults.ts';
import { fieldLabel, fields } from './document/fields.ts';
import { publish, saveName, takesOffSite } from './document/publication.ts';
import { ConflictDialog } from './editor/ConflictDialog.tsx';
import { fieldId } from './editor/EditorContext.tsx';
import { EditorTabs } from './editor/EditorTabs.tsx';
import { type Editing, useEditing, useRefresh } from './editor/useEditing.ts';

/** Edits an existing item, or writes a new one. */
export default function ItemEditor() {
  const shelf = useItemShelf();
  const { contentId } = useParams();
  if (shelf === undefined) return <NotFound />;
  if (contentId !== undefined) return <ExistingItem shelf={shelf} contentId={contentId} />;
  return <Editor key={shelfPath(shelf)} shelf={shelf} newest={undefined} />;
}

function ExistingItem({ shelf, contentId }: { readonly shelf: ItemShelf; readonly contentId: string }) {
  const texts = useWords().editor;
  const { data, error, refetch } = useItem(shelf, contentId);
  if (data !== undefined) return <Editor key={itemPath(shelf, contentId)} shelf={shelf} newest={data} />;
  if (error === null) return <Loader />;
  if (!(error instanceof ApiError) || error.problem.status !== 404)
    return <ErrorAlert error={error} onRetry={refetch} />;
  return (
    <Stack>
      <NotFound />
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
};

/** The editor of a news item or banner, read-only without the editor role. */
function Editor({ shelf, newest }: EditorProps) {
  const texts = useWords().editor;
  const canEdit = useIsAllowed('editor', shelf.projectId);
  const editing = useEditing(shelf, newest);
  const { work, save, saveConflict, error, faults, attemptNumber } = editing;
  const deletion = useDelete(shelf, editing);
  const [tab, setTab] = useState<string | null>(canEdit ? 'write' : 'preview');
  useTitle(fields.title.read(work.document) || texts.fresh[shelf.kind]);
  useHotkeys([['mod+S', () => canEdit && void save()]], [], true);
  const failure = deletion.error ?? (saveConflict === undefined && faults.length === 0 ? error : null);
  return (
    <Stack gap="md" className="editor">
      <EditorHead shelf={shelf} newest={newest} />
      {canEdit ? (
        <EditorBar editing={editing} onDelete={newest && (() => void deletion.remove())} />
      ) : (
        <ReadOnlyNote projectId={shelf.projectId} />
      )}
      <Notices editing={editing} tab={tab} onTab={setTab} />
      {faults.length > 0 && (
        <FaultSummary
          key={attemptNumber}
          faults={faults}
          onGo={(path) => {
            setTab('write');
            setTimeout(() => window.document.getElementById(fieldId(memberAt(path)))?.focus());
          }}
        />
      )}
      {failure && <ErrorAlert error={failure} />}
      <EditorTabs shelf={shelf} editing={editing} canEdit={canEdit} tab={tab} onTab={setTab} />
      {saveConflict && <ConflictDialog shelf={shelf} editing={editing} saveConflict={saveConflict} />}
    </Stack>
  );
}

/** The title and the current state of the item. */
function EditorHead({
  shelf,
  newest,
}: {
  readonly shelf: ItemShelf;
  readonly newest: ManagedItem<'news' | 'banner'> | undefined;
}) {
  const texts = useWords().editor;
  const { language } = useLanguage();
  const now = useNow();
  const { version, changedAt, changedBy } = newest ?? {};
  const changed = changedAt === undefined ? '' : formatRelative(changedAt, now, language, timeZone);
  return (
    <div>
      <Anchor component={Link} href={listHref(shelf)} size="sm">
        ← {texts.back[shelf.kind]}: {shelf.instanceId}
      </Anchor>
      <Group gap="sm">
        <Title order={1} size="h2" className="item-title">
          {newest === undefined
            ? texts.fresh[shelf.kind]
            : newest.item.values.title || newest.item.name || texts.untitled}
        </Title>
        {newest && <StateBadge state={stateAt(newest.item, now)} size="lg" />}
      </Group>
      {version !== undefined && (
        <Text size="xs" c="dimmed">
          {[texts.version(version), changedBy, changed].filter(Boolean).join(' · ')}
        </Text>
      )}
    </div>
  );
}

type BarProps = {
  readonly editing: Editing;
  /** Undefined if there is nothing to delete yet. */
  readonly onDelete: (() => void) | undefined;
};

/** Whether everything is saved, and the buttons to save it, named after what they do. */
function EditorBar({ editing, onDelete }: BarProps) {
  const texts = useWords().editor;
  const { work, json, save, isSaving } = editing;
  const isDirty = work.isDirty || json.fault !== undefined;
  const name = saveName(work.base?.item, work.document, Date.now());
  const isDisabled = json.fault !== undefined || (work.base !== undefined && !isDirty);
  const publishNow = () => {
    const document = publish(work.document, 'now', 0);
    work.change(() => document);
    void save(document);
  };
  return (
    <Paper className="editor-bar" withBorder px="md" py="xs">
      <Text size="sm" c="dimmed" aria-live="polite" title={texts.saveHint}>
        {isDirty ? texts.unsaved : work.base !== undefined && texts.allSaved}
      </Text>
      <Group gap="xs" wrap="nowrap" ml="auto">
        {onDelete && <MoreMenu onDelete={onDelete} />}
        <Button
          variant={name === 'saveDraft' ? 'default' : 'filled'}
          loading={isSaving}
          disabled={isDisabled}
          onClick={() => void save()}
        >
          {texts.buttons[name]}
        </Button>
        {name === 'saveDraft' && (
          <Button disabled={json.fault !== undefined || isSaving} onClick={publishNow}>
            {texts.buttons.publish}
          </Button>
        )}
      </Group>
    </Paper>
  );
}

function MoreMenu({ onDelete }: { readonly onDelete: () => void }) {
  const texts = useWords().editor;
  return (
    <ActionMenu label={texts.more}>
      <RemoveItem onClick={onDelete}>{texts.delete}</RemoveItem>
    </ActionMenu>
  );
}

type NoticesProps = {
  readonly editing: Editing;
  readonly tab: string | null;
  readonly onTab: (tab: string) => void;
};

/** Warnings about what could be lost: unsaved work from before, and invalid JSON. */
function Notices({ editing: { work, json }, tab, onTab }: NoticesProps) {
  const texts = useWords().editor;
  const { language } = useLanguage();
  return (
    <>
      {work.storedAt !== undefined && (
        <Notice
          text={texts.unsavedWork(formatRelative(work.storedAt, Date.now(), language, timeZone))}
          first={[texts.restoreWork, work.restore]}
          second={[texts.discardWork, work.clear]}
        />
      )}
      {json.fault !== undefined && tab !== 'json' && (
        <Notice
          text={texts.jsonInvalid}
          first={[texts.jsonBack, () => onTab('json')]}
          second={[texts.discardJson, json.discard]}
        />
      )}
    </>
  );
}

type Choice = readonly [label: string, act: () => void];

function Notice({
  text,
  first,
  second,
}: {
  readonly text: string;
  readonly first: Choice;
  readonly second: Choice;
}) {
  return (
    <Alert color="yellow" role="status" py="xs">
      <Group gap="sm">
        <Text size="sm">{text}</Text>
        <Button size="compact-sm" onClick={first[1]}>
          {first[0]}
        </Button>
        <Button size="compact-sm" variant="default" onClick={second[1]}>
          {second[0]}
        </Button>
      </Group>
    </Alert>
  );
}

/** The list of faults, with links to the fields. Gets the focus after a failed save. */
function FaultSummary({
  faults,
  onGo,
}: {
  readonly faults: readonly BodyFault[];
  readonly onGo: (path: string) => void;
}) {
  const texts = useWords().editor;
  const names = useWords().members;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <Alert ref={box} tabIndex={-1} color="red" title={texts.faults(faults.length)} role="alert">
      <List size="sm">
        {faults.map(({ path, message }) => (
          <List.Item key={`${path} ${message}`}>
            {path === '' ? (
              message
            ) : (
              <Anchor component="button" type="button" size="sm" onClick={() => onGo(path)}>
                {fieldLabel(path, names)}: {message}
              </Anchor>
            )}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** Deletes an item after a confirmation, and returns to its list. */
function useDelete(shelf: ItemShelf, { contentId = '', work, skipPrompt }: Editing) {
  const texts = useWords().editor;
  const [, go] = useLocation();
  const client = useQueryClient();
  const refresh = useRefresh();
  const path = itemPath(shelf, contentId);
  const item = work.base?.item ?? {};
  const name = fields.title.read(item) || fields.name.read(item) || texts.untitled;
  const { mutate, error } = useMutation({
    mutationFn: () => sendRequest(path, { method: 'DELETE', ifMatch: work.base?.etag }),
    onSuccess: async () => {
      work.clear();
      skipPrompt(() => go(listHref(shelf)));
      client.removeQueries({ queryKey: ['item', path] });
      notifications.show({ message: texts.deleted(name) });
      await refresh(shelf);
    },
  });
  const remove = async () => {
    const isLive = takesOffSite(item, undefined, Date.now());
    const text = isLive ? `${texts.deleteLive} ${texts.deleteText}` : texts.deleteText;
    const labels = { confirm: texts.delete, cancel: texts.cancel };
    if (await confirm({ title: texts.deleteTitle(name), text, ...labels })) mutate();
  };
  return { remove, error };
}
