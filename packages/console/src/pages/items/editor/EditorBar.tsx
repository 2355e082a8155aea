import { ActionIcon, Anchor, Badge, Button, Group, Menu, Tabs } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { type ItemShelf, listHref } from '../../../api/paths.ts';
import { usePlaceName } from '../../../api/SessionProvider.tsx';
import {
  IconArrowLeft,
  IconCopy,
  IconEyeOff,
  IconLayoutSidebarRight,
  IconMessageQuestion,
  IconSend,
  IconUser,
} from '../../../icons/icons.tsx';
import { ActionMenu, RemoveItem } from '../../../parts/ActionMenu.tsx';
import { lazyPart } from '../../../parts/lazyPart.tsx';
import { StateBadge } from '../../../parts/StateBadge.tsx';
import { formatRelative } from '../../../time/formatDateTime.ts';
import { stateAt } from '../../../time/liveTime.ts';
import { useNow } from '../../../time/useNow.ts';
import { timeZone } from '../../../time/wallClock.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import { publish, timesOf } from '../document/publication.ts';
import { ShareButton } from '../preview/Sharing.tsx';
import { ChangeActions, ChangeItems } from './ChangeActions.tsx';
import { usePreviewBeside } from './EditorPanels.tsx';
import { SaveState } from './SaveState.tsx';
import { useDuplicate } from './useDuplicate.ts';
import type { Editing } from './useEditing.ts';
import { usePresence } from './usePresence.ts';
import { ProposeButton, type Proposing, type Publishing } from './useProposing.tsx';

const OfflineDialog = lazyPart(() => import('./OfflineDialog.tsx'));

type BarProps = {
  readonly shelf: ItemShelf;
  readonly editing: Editing;
  readonly canEdit: boolean;
  readonly publishing: Publishing;
  readonly proposing: Proposing;
  /** Goes to a field. */
  readonly onGo: (path: string) => void;
  /** Undefined if there is nothing to delete yet. */
  readonly onDelete: (() => void) | undefined;
};

/** The one bar of the page: where one is, the state of the item, its views, and what can be done with it. */
export function EditorBar({ canEdit, onGo, ...props }: BarProps) {
  const { shelf, editing } = props;
  const texts = useWords().editor;
  const instance = usePlaceName()(shelf);
  const { work } = editing;
  const now = useNow();
  return (
    <div className="item-bar">
      <Group gap="sm" wrap="nowrap" className="item-bar-state">
        <Anchor
          component={Link}
          href={listHref(shelf)}
          className="item-back"
          aria-label={`${texts.back[shelf.kind]}: ${instance}`}
        >
          <IconArrowLeft size={18} aria-hidden />
          <span>{instance}</span>
        </Anchor>
        {work.base && <StateBadge state={stateAt(timesOf(work.base.item), now)} size="lg" />}
        {editing.mode === 'next' && editing.hasChanges && <ChangesBadge editing={editing} now={now} />}
        <SaveState editing={editing} canEdit={canEdit} onGo={onGo} />
        {canEdit && <Others shelf={shelf} editing={editing} />}
      </Group>
      <Views editing={editing} canEdit={canEdit} />
      {canEdit && <Actions {...props} />}
    </div>
  );
}

/** That there are changes which readers do not see, and when they will. */
function ChangesBadge({ editing, now }: { readonly editing: Editing; readonly now: number }) {
  const texts = useWords().itemPage;
  const { language } = useLanguage();
  const at = editing.work.base?.next?.takesOverAt;
  return (
    <Badge variant="light" color={at === undefined ? 'orange' : 'blue'} size="lg" tt="none">
      {at === undefined ? texts.changes : texts.takesOver(formatRelative(at, now, language, timeZone))}
    </Badge>
  );
}

/** Who else has the item open. Viewers are neither told nor named: they cannot get in anybody's way. */
function Others({ shelf, editing }: { readonly shelf: ItemShelf; readonly editing: Editing }) {
  const texts = useWords().itemPage;
  const others = usePresence(shelf, editing.contentId, editing.hasTyped);
  return (
    <Group gap={6} wrap="nowrap" role="status">
      {others.map(({ operatorId, name, isEditing }) => (
        <Badge
          key={operatorId}
          variant={isEditing ? 'filled' : 'light'}
          color="violet"
          size="lg"
          tt="none"
          leftSection={<IconUser size={12} aria-hidden />}
        >
          {isEditing ? texts.isEditing(name) : texts.isHere(name)}
        </Badge>
      ))}
    </Group>
  );
}

/** The tabs of the four views. */
function Views({
  editing: { json, contentId },
  canEdit,
}: {
  readonly editing: Editing;
  readonly canEdit: boolean;
}) {
  const texts = useWords().editor.tabs;
  return (
    <Tabs.List className="item-views">
      {canEdit && <Tabs.Tab value="write">{texts.write}</Tabs.Tab>}
      <Tabs.Tab value="preview">{texts.preview}</Tabs.Tab>
      {contentId !== undefined && <Tabs.Tab value="history">{texts.history}</Tabs.Tab>}
      <Tabs.Tab value="json" {...(json.fault !== undefined && { color: 'red' })}>
        {texts.json}
      </Tabs.Tab>
    </Tabs.List>
  );
}

type ActionProps = Omit<BarProps, 'canEdit' | 'onGo'>;

/** The buttons, named after what they do. */
function Actions(props: ActionProps) {
  const { shelf, editing, publishing, proposing } = props;
  const texts = useWords().editor;
  const [isBeside, setBeside] = usePreviewBeside();
  const { work, json, mode } = editing;
  const isDraft = mode === 'draft';
  const isScheduled = stateAt(timesOf(publish(work.document)), Date.now()) === 'scheduled';
  const willOpen = isDraft
    ? isScheduled
    : stateAt(timesOf(work.base?.item ?? {}), Date.now()) === 'scheduled';
  return (
    <Group gap="xs" wrap="nowrap" ml="auto">
      <ActionIcon
        className="beside-button"
        variant={isBeside ? 'light' : 'subtle'}
        color="gray"
        size="lg"
        aria-label={texts.beside}
        title={texts.beside}
        aria-pressed={isBeside}
        onClick={() => setBeside(!isBeside)}
      >
        <IconLayoutSidebarRight size={20} />
      </ActionIcon>
      {editing.contentId !== undefined && <ShareButton shelf={shelf} contentId={editing.contentId} />}
      <MoreMenu {...props} canPublishNow={willOpen && publishing.isAlone} />
      {!publishing.isKnown ? null : isDraft && publishing.isAlone ? (
        <Button disabled={json.fault !== undefined} onClick={editing.publish} title={texts.publishHint}>
          {isScheduled ? texts.buttons.schedule : texts.buttons.publish}
        </Button>
      ) : isDraft ? (
        <ProposeButton editing={editing} proposing={proposing} />
      ) : (
        <ChangeActions
          shelf={shelf}
          editing={editing}
          proposing={!publishing.isAlone && <ProposeButton editing={editing} proposing={proposing} />}
        />
      )}
    </Group>
  );
}

function MoreMenu({
  shelf,
  editing,
  publishing,
  proposing,
  onDelete,
  canPublishNow,
}: ActionProps & { readonly canPublishNow: boolean }) {
  const texts = useWords().editor;
  const { itemPage: page, review } = useWords();
  const duplicate = useDuplicate(shelf, editing);
  const [isLeaving, setLeaving] = useState(false);
  const isLive = stateAt(timesOf(editing.work.base?.item ?? {}), Date.now()) === 'live';
  if (onDelete === undefined && !canPublishNow) return null;
  return (
    <>
      <ActionMenu label={texts.more}>
        {canPublishNow && (
          <Menu.Item leftSection={<IconSend size={16} />} onClick={() => void editing.publishNow()}>
            {page.publishNow}
          </Menu.Item>
        )}
        {onDelete && (
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void duplicate()}>
            {page.duplicate}
          </Menu.Item>
        )}
        {editing.mode === 'next' && editing.hasChanges && <ChangeItems {...{ shelf, editing }} />}
        {publishing.isAlone && (editing.mode === 'draft' || editing.hasChanges) && (
          <Menu.Item leftSection={<IconMessageQuestion size={16} />} onClick={() => void proposing.ask()}>
            {review.ask}
          </Menu.Item>
        )}
        {editing.mode === 'next' && publishing.isEditor && (
          <Menu.Item
            leftSection={<IconEyeOff size={16} />}
            onClick={() => (isLive ? setLeaving(true) : void editing.takeOff())}
          >
            {isLive ? page.offline.action : page.toDraft}
          </Menu.Item>
        )}
        {onDelete && (publishing.isEditor || editing.mode === 'draft') && (
          <RemoveItem onClick={onDelete}>{texts.delete}</RemoveItem>
        )}
      </ActionMenu>
      {isLeaving && (
        <OfflineDialog editing={editing} canReturn={publishing.isAlone} onClose={() => setLeaving(false)} />
      )}
    </>
  );
}
