import { useMantineColorScheme } from '@mantine/core';
import type { AppKind, Kind } from '@newsstand/contract';
import type { ItemState } from '@newsstand/contract/manage';
import { isAllowed } from '@newsstand/contract/manage/plain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { isRecentItems, isSearchResult } from '../api/checks.ts';
import { editorHref, listHref, mediaHref, type Space, spacePath } from '../api/paths.ts';
import { fetchJson } from '../api/request.ts';
import { isProjectOwner, usePlaceName, useProjects, useSession } from '../api/SessionProvider.tsx';
import { useWords } from '../words/LanguageProvider.tsx';
import { useSignOut } from './AccountMenu.tsx';
import { useSpace } from './useSpace.ts';

/** Something that can be chosen: it leads to a page, or does something. */
export type PaletteEntry = {
  readonly id: string;
  readonly group: 'found' | 'recent' | 'actions' | 'pages';
  readonly label: string;
  /** What it is, in a word or two. */
  readonly hint?: string;
  readonly state?: ItemState | undefined;
  readonly href?: string;
  readonly run?: () => void;
};

/** What can be chosen for a text: items found by the service, and pages and actions by their names. */
export function usePaletteEntries(text: string): {
  readonly entries: readonly PaletteEntry[];
  readonly isSearching: boolean;
} {
  const space = useSpace();
  const query = text.trim();
  const { items, isSearching } = useFoundItems(space, query);
  const commands = useCommands(space).filter(({ label, hint = '' }) => isLike(`${label} ${hint}`, query));
  return { entries: [...items, ...commands], isSearching };
}

function useFoundItems(space: Space | undefined, query: string) {
  const texts = useWords().palette;
  const placeName = usePlaceName();
  const path = space && spacePath(space);
  const search = useQuery({
    queryKey: ['search', path, query],
    queryFn: ({ signal }) =>
      fetchJson(`${path}/search`, isSearchResult, {
        query: { query: [...query].slice(0, 100).join('') },
        signal,
      }),
    enabled: path !== undefined && query !== '',
    placeholderData: keepPreviousData,
  });
  const recent = useQuery({
    queryKey: ['recent', path, 'palette'],
    queryFn: ({ signal }) => fetchJson(`${path}/recent`, isRecentItems, { query: { size: 6 }, signal }),
    enabled: path !== undefined,
  });
  const group = query === '' ? 'recent' : 'found';
  const list = (query === '' ? recent.data?.list : search.data?.list) ?? [];
  const items = list.flatMap(({ kind, instanceId, id, name, title, state }): readonly PaletteEntry[] =>
    space === undefined
      ? []
      : [
          {
            id: `${kind}/${instanceId ?? ''}/${id}`,
            group,
            label: title || name || texts.untitled,
            hint: [texts.kinds[kind], instanceId && placeName({ ...space, instanceId })]
              .filter((part) => part !== undefined)
              .join(' · '),
            state,
            href: hrefOf(space, kind, instanceId, id, name),
          },
        ],
  );
  return { items, isSearching: query !== '' && search.isFetching };
}

function hrefOf(space: Space, kind: Kind, instanceId: string | undefined, id: string, name: string): string {
  if (kind === 'media') return mediaHref(space, id);
  if (kind === 'category' || kind === 'tag') {
    const page = kind === 'category' ? 'categories' : 'tags';
    return `${spacePath(space)}/${page}?search=${encodeURIComponent(name)}`;
  }
  return editorHref({ ...space, kind, instanceId: instanceId ?? '' }, id);
}

/** Pages and actions that this operator has. */
function useCommands(space: Space | undefined): readonly PaletteEntry[] {
  const texts = useWords().palette;
  const { shell, review, permissions } = useWords();
  const projects = useProjects();
  const { roles } = useSession().operator;
  const isOwner = roles.some(({ role }) => role === 'owner');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const instances =
    projects
      .find(({ projectId }) => projectId === space?.projectId)
      ?.spaces.find(({ spaceId }) => spaceId === space?.spaceId)?.instances ?? [];
  const page = (label: string, href: string): PaletteEntry => ({ id: href, group: 'pages', label, href });
  const action = (id: string, label: string, run: () => void): PaletteEntry => ({
    id,
    group: 'actions',
    label,
    run,
  });
  const shelfOf = (app: AppKind, instanceId: string) => space && { ...space, kind: app, instanceId };
  const inSpace = instances.flatMap(({ app, instanceId, name = instanceId }) => {
    const shelf = shelfOf(app, instanceId);
    return shelf === undefined ? [] : [page(`${shell[app]}: ${name}`, listHref(shelf))];
  });
  const created = instances.flatMap(({ app, instanceId, name = instanceId }): readonly PaletteEntry[] => {
    const shelf = shelfOf(app, instanceId);
    if (shelf === undefined || !isAllowed(roles, 'writer', shelf)) return [];
    const label = app === 'news' ? texts.createNews(name) : texts.createBanner(name);
    return [{ id: `new ${listHref(shelf)}`, group: 'actions', label, href: `${listHref(shelf)}/new` }];
  });
  const otherSpaces = projects.flatMap(({ projectId, name: project = projectId, spaces }) =>
    spaces
      .filter(({ spaceId }) => projectId !== space?.projectId || spaceId !== space.spaceId)
      .map(({ spaceId, name = spaceId, instances: [first] }): PaletteEntry => {
        const other = { projectId, spaceId };
        const href = first
          ? listHref({ ...other, kind: first.app, instanceId: first.instanceId })
          : `${spacePath(other)}/media`;
        return {
          id: `space ${spacePath(other)}`,
          group: 'actions',
          label: texts.space(`${project} / ${name}`),
          href,
        };
      }),
  );
  const base = space && spacePath(space);
  return [
    ...created,
    ...otherSpaces,
    colorScheme === 'dark'
      ? action('light', texts.light, () => setColorScheme('light'))
      : action('dark', texts.dark, () => setColorScheme('dark')),
    action('sign out', texts.signOut, signOut),
    page(shell.overview, '/'),
    page(review.title, '/review'),
    ...inSpace,
    ...(base === undefined
      ? []
      : [
          page(shell.media, `${base}/media`),
          page(shell.categories, `${base}/categories`),
          page(shell.tags, `${base}/tags`),
          page(shell.removed, `${base}/removed`),
        ]),
    page(shell.explorer, '/explorer'),
    page(shell.keys, '/keys'),
    ...(isOwner
      ? [
          page(shell.webhooks, '/webhooks'),
          page(shell.projects, '/projects'),
          page(shell.operators, '/operators'),
          ...(roles.some(isProjectOwner) ? [page(shell.audit, '/audit')] : []),
        ]
      : []),
    page(permissions.title, '/permissions'),
    page(shell.account, '/account'),
  ];
}

/** Whether a name has every word of a text, whatever their case and width. */
export function isLike(name: string, text: string): boolean {
  const fold = (part: string) => part.normalize('NFKC').toLowerCase();
  const folded = fold(name);
  return fold(text)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
