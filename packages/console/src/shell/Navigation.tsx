import { NavLink, ScrollArea, Select, Text } from '@mantine/core';
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
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { spacePath } from '../api/places.ts';
import { useMay, useProjects, useSession } from '../api/SessionProvider.tsx';
import { useWords } from '../words/LanguageProvider.tsx';
import { shellWords } from './shellWords.ts';
import { useSpace } from './useSpace.ts';

/** Where one can go: the content of one space, and what concerns the service as a whole. */
export function Navigation() {
  const texts = useWords(shellWords);
  const ownsAll = useMay('owner');
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
      {(ownsAll || ownsSome) && (
        <Entry href="/places" label={texts.places} icon={<IconFolders size={18} />} />
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
  const isHere = href === '/' ? location === '/' : location === href || location.startsWith(`${href}/`);
  return (
    <NavLink
      component={Link}
      href={href}
      label={label}
      leftSection={icon}
      active={isHere}
      {...(isHere && { 'aria-current': 'page' as const })}
    />
  );
}

function SpacePicker() {
  const texts = useWords(shellWords);
  const projects = useProjects();
  const space = useSpace();
  const [, go] = useLocation();
  if (space === undefined)
    return (
      <Text size="sm" px="sm">
        {texts.noSpace}
      </Text>
    );
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

const appIcons = { news: <IconNews size={18} />, banner: <IconSpeakerphone size={18} /> } as const;

function SpaceEntries() {
  const texts = useWords(shellWords);
  const projects = useProjects();
  const space = useSpace();
  if (space === undefined) return null;
  const base = spacePath(space);
  const known = projects.find(({ projectId }) => projectId === space.projectId)?.spaces;
  const instances = known?.find(({ spaceId }) => spaceId === space.spaceId)?.instances ?? [];
  return (
    <>
      {instances.map(({ app, instanceId }) => (
        <Entry
          key={`${app}/${instanceId}`}
          href={`${base}/${app}/${encodeURIComponent(instanceId)}`}
          label={`${texts[app]}: ${instanceId}`}
          icon={appIcons[app]}
        />
      ))}
      <Entry href={`${base}/media`} label={texts.media} icon={<IconPhoto size={18} />} />
      <Entry href={`${base}/categories`} label={texts.categories} icon={<IconTag size={18} />} />
      <Entry href={`${base}/tags`} label={texts.tags} icon={<IconTags size={18} />} />
      <Entry href={`${base}/removed`} label={texts.removed} icon={<IconTrash size={18} />} />
    </>
  );
}
