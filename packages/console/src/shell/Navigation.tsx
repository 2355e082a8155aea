import { Anchor, NavLink, ScrollArea, Select, Text, TextInput } from '@mantine/core';
import type { Project } from '@newsstand/contract/manage';
import {
  IconApi,
  IconFolders,
  IconHistory,
  IconHome,
  IconKey,
  IconNews,
  IconPhoto,
  IconSpeakerphone,
  IconTag,
  IconTags,
  IconTrash,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { spacePath } from '../api/paths.ts';
import { useIsAllowed, useProjects, useSession } from '../api/SessionProvider.tsx';
import { useWords } from '../words/LanguageProvider.tsx';
import { useSpace } from './useSpace.ts';

/** Links to the content of one space, and to the pages of the service. */
export function Navigation() {
  const texts = useWords().shell;
  const ownsAll = useIsAllowed('owner');
  const ownsSome = useSession().operator.roles.some(({ role }) => role === 'owner');
  return (
    <ScrollArea component="nav" aria-label={texts.menu}>
      <Entry href="/" label={texts.overview} icon={<IconHome size={18} />} />
      <Heading text={texts.content} />
      <SpacePicker />
      <SpaceEntries />
      <Heading text={texts.service} />
      <Entry href="/explorer" label={texts.explorer} icon={<IconApi size={18} />} />
      <Entry href="/keys" label={texts.keys} icon={<IconKey size={18} />} />
      {ownsSome && <Entry href="/webhooks" label={texts.webhooks} icon={<IconWebhook size={18} />} />}
      {(ownsAll || ownsSome) && (
        <Entry href="/projects" label={texts.projects} icon={<IconFolders size={18} />} />
      )}
      {ownsSome && <Entry href="/operators" label={texts.operators} icon={<IconUsers size={18} />} />}
      {ownsSome && <Entry href="/audit" label={texts.audit} icon={<IconHistory size={18} />} />}
    </ScrollArea>
  );
}

function Heading({ text }: { readonly text: string }) {
  return (
    <Text size="xs" fw={600} c="dimmed" mt="md" mb={4} px="sm">
      {text}
    </Text>
  );
}

function Entry({
  href,
  label,
  icon,
}: {
  readonly href: string;
  readonly label: string;
  readonly icon: ReactNode;
}) {
  const [location] = useLocation();
  // Further pages are below their entries, but those of spaces are not below `/projects`.
  const isHere = location === href || (href !== '/projects' && location.startsWith(`${href}/`));
  return (
    <NavLink
      component={Link}
      href={href}
      label={label}
      leftSection={icon}
      active={isHere}
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
  const data = projects.map(({ projectId, spaces }) => ({
    group: projectId,
    items: spaces.map(({ spaceId }) => ({
      value: `${projectId}/${spaceId}`,
      label: `${projectId} / ${spaceId}`,
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
      mx="sm"
      mb="xs"
      size="xs"
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
  const shown = instances.filter(({ instanceId }) =>
    instanceId.toLowerCase().includes(search.trim().toLowerCase()),
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
          mx="sm"
          mb="xs"
          size="xs"
        />
      )}
      <div className="instances" data-many={isMany || undefined}>
        {shown.map(({ app, instanceId }) => (
          <Entry
            key={`${app}/${instanceId}`}
            href={`${base}/${app}/${encodeURIComponent(instanceId)}`}
            label={`${texts[app]}: ${instanceId}`}
            icon={appIcons[app]}
          />
        ))}
      </div>
    </>
  );
}

/** Says what does not exist yet, with a link to create it. */
function EmptyHint({ text }: { readonly text: string }) {
  const texts = useWords().shell;
  const ownsSome = useSession().operator.roles.some(({ role }) => role === 'owner');
  return (
    <Text size="sm" px="sm" mb="xs">
      {text}{' '}
      {ownsSome && (
        <Anchor component={Link} href="/projects" size="sm">
          {texts.makeOne}
        </Anchor>
      )}
    </Text>
  );
}

const appIcons = { news: <IconNews size={18} />, banner: <IconSpeakerphone size={18} /> } as const;

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
      <Entry href={`${base}/media`} label={texts.media} icon={<IconPhoto size={18} />} />
      <Entry href={`${base}/categories`} label={texts.categories} icon={<IconTag size={18} />} />
      <Entry href={`${base}/tags`} label={texts.tags} icon={<IconTags size={18} />} />
      <Entry href={`${base}/removed`} label={texts.removed} icon={<IconTrash size={18} />} />
    </>
  );
}
