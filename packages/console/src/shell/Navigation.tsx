import { Anchor, Badge, NavLink, ScrollArea, Select, Text, TextInput } from '@mantine/core';
import type { Project } from '@newsstand/contract/manage';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { spacePath } from '../api/paths.ts';
import { useWaiting } from '../api/proposals.ts';
import { isProjectOwner, useIsAllowed, useProjects, useSession } from '../api/SessionProvider.tsx';
import {
  IconApi,
  IconClipboardCheck,
  IconFolders,
  IconHistory,
  IconHome,
  IconKey,
  IconNews,
  IconPhoto,
  IconSpeakerphone,
  IconStack2,
  IconTag,
  IconTags,
  IconTrash,
  IconUsers,
  IconWebhook,
} from '../icons/icons.tsx';
import { useWords } from '../words/LanguageProvider.tsx';
import { useSpace } from './useSpace.ts';

/** Links to the content of one space, and to the pages of the service. */
export function Navigation() {
  const texts = useWords().shell;
  const ownsAll = useIsAllowed('owner');
  const ownsProject = useSession().operator.roles.some(isProjectOwner);
  const ownsSome = useSession().operator.roles.some(({ role }) => role === 'owner');
  return (
    <ScrollArea
      component="nav"
      aria-label={texts.menu}
      type="scroll"
      scrollbarSize={8}
      className="side-bar-nav"
    >
      <SpacePicker />
      <Entry href="/" label={texts.overview} Icon={IconHome} />
      <ReviewEntry />
      <SpaceEntries />
      <Heading text={texts.settings} />
      <Entry href="/explorer" label={texts.explorer} Icon={IconApi} />
      <Entry href="/keys" label={texts.keys} Icon={IconKey} />
      {ownsSome && <Entry href="/webhooks" label={texts.webhooks} Icon={IconWebhook} />}
      {(ownsAll || ownsSome) && <Entry href="/projects" label={texts.projects} Icon={IconFolders} />}
      {ownsSome && <Entry href="/operators" label={texts.operators} Icon={IconUsers} />}
      {ownsProject && <Entry href="/audit" label={texts.audit} Icon={IconHistory} />}
    </ScrollArea>
  );
}

/** The queue of proposals, and how many of them wait for this operator. */
function ReviewEntry() {
  const { review, reviewDesk } = useWords();
  const count = useWaiting().data?.totalCount ?? 0;
  return (
    <Entry
      href="/review"
      label={review.title}
      Icon={IconClipboardCheck}
      {...(count > 0 && {
        fullName: `${review.title}: ${reviewDesk.count(count)}`,
        aside: (
          <Badge size="sm" circle={count < 10}>
            {count}
          </Badge>
        ),
      })}
    />
  );
}

function Heading({ text }: { readonly text: string }) {
  return (
    <Text className="side-bar-heading" aria-hidden>
      {text}
    </Text>
  );
}

type EntryProps = {
  readonly href: string;
  readonly label: string;
  readonly Icon: typeof IconHome;
  /** The whole name, if the label is only clear below its heading. */
  readonly fullName?: string;
  /** Shown after the label. */
  readonly aside?: ReactNode;
};

function Entry({ href, label, Icon, fullName, aside }: EntryProps) {
  const [location] = useLocation();
  // Further pages are below their entries, but those of spaces are not below `/projects`.
  const isHere = location === href || (href !== '/projects' && location.startsWith(`${href}/`));
  return (
    <NavLink
      component={Link}
      className="side-bar-entry"
      href={href}
      label={label}
      leftSection={<Icon size={17} stroke={1.75} aria-hidden />}
      rightSection={aside}
      active={isHere}
      {...(fullName !== undefined && { 'aria-label': fullName })}
      {...(isHere && { 'aria-current': 'page' as const, ref: scrollIntoView })}
    />
  );
}

/** In a long list, the current entry may be out of view. */
function scrollIntoView(entry: HTMLElement | null): void {
  entry?.scrollIntoView({ block: 'nearest' });
}

function SpacePicker() {
  const texts = useWords().shell;
  const projects = useProjects();
  const space = useSpace();
  const [, go] = useLocation();
  if (space === undefined) return <EmptyHint text={texts.noSpace} />;
  const data = projects.map(({ projectId, name = projectId, spaces }) => ({
    group: name,
    items: spaces.map(({ spaceId, name: spaceName = spaceId }) => ({
      value: `${projectId}/${spaceId}`,
      label: `${name} / ${spaceName}`,
    })),
  }));
  const open = (name: string | null) => {
    const [projectId, spaceId] = name?.split('/') ?? [];
    if (projectId !== undefined && spaceId !== undefined) go(`${spacePath({ projectId, spaceId })}/media`);
  };
  return (
    <Select
      aria-label={texts.space}
      data={data}
      value={`${space.projectId}/${space.spaceId}`}
      onChange={open}
      allowDeselect={false}
      searchable={projects.length > 5}
      className="space-picker"
      leftSection={<IconStack2 size={16} aria-hidden />}
    />
  );
}

/** From this many on, instances can be searched and scroll on their own, so that the entries below stay in view. */
const manyInstances = 12;

function InstanceEntries({
  base,
  instances,
}: {
  readonly base: string;
  readonly instances: Project['spaces'][number]['instances'];
}) {
  const texts = useWords().shell;
  const [search, setSearch] = useState('');
  const isMany = instances.length > manyInstances;
  const shown = instances.filter(({ instanceId, name = '' }) =>
    `${instanceId} ${name}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  if (instances.length === 0) return <EmptyHint text={texts.noInstance} />;
  return (
    <>
      {isMany && (
        <TextInput
          type="search"
          aria-label={texts.findInstance}
          placeholder={texts.findInstance}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          mx="xs"
          mb={4}
          size="xs"
        />
      )}
      <div className="instances" data-many={isMany || undefined}>
        {(['news', 'banner'] as const).map((app) => (
          <KindEntries key={app} app={app} base={base} instances={shown.filter((each) => each.app === app)} />
        ))}
      </div>
    </>
  );
}

const appIcons = { news: IconNews, banner: IconSpeakerphone } as const;

/** The instances of one kind, below its name. */
function KindEntries({
  app,
  base,
  instances,
}: {
  readonly app: keyof typeof appIcons;
  readonly base: string;
  readonly instances: Project['spaces'][number]['instances'];
}) {
  const texts = useWords().shell;
  if (instances.length === 0) return null;
  return (
    <>
      <Heading text={texts[app]} />
      {instances.map(({ instanceId, name = instanceId }) => (
        <Entry
          key={instanceId}
          href={`${base}/${app}/${encodeURIComponent(instanceId)}`}
          label={name}
          fullName={`${texts[app]}: ${name}`}
          Icon={appIcons[app]}
        />
      ))}
    </>
  );
}

/** Says what does not exist yet, with a link to create it. */
function EmptyHint({ text }: { readonly text: string }) {
  const texts = useWords().shell;
  const ownsSome = useSession().operator.roles.some(({ role }) => role === 'owner');
  return (
    <Text size="sm" px="xs" my="xs">
      {text}{' '}
      {ownsSome && (
        <Anchor component={Link} href="/projects" size="sm">
          {texts.makeOne}
        </Anchor>
      )}
    </Text>
  );
}

function SpaceEntries() {
  const texts = useWords().shell;
  const projects = useProjects();
  const space = useSpace();
  if (space === undefined) return null;
  const base = spacePath(space);
  const known = projects.find(({ projectId }) => projectId === space.projectId)?.spaces;
  const instances = known?.find(({ spaceId }) => spaceId === space.spaceId)?.instances ?? [];
  return (
    <>
      <InstanceEntries key={base} base={base} instances={instances} />
      <Heading text={texts.library} />
      <Entry href={`${base}/media`} label={texts.media} Icon={IconPhoto} />
      <Entry href={`${base}/categories`} label={texts.categories} Icon={IconTag} />
      <Entry href={`${base}/tags`} label={texts.tags} Icon={IconTags} />
      <Entry href={`${base}/removed`} label={texts.removed} Icon={IconTrash} />
    </>
  );
}
