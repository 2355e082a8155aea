import { Button, Group, Loader, Modal, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { IconExternalLink, IconShare } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isInstanceSettings, isIssuedPreview, isPreviewLinks } from '../../../api/checks.ts';
import { type ItemShelf, instancePath, itemPath } from '../../../api/paths.ts';
import { fetchJson, sendRequest } from '../../../api/request.ts';
import { useIsAllowed } from '../../../api/SessionProvider.tsx';
import { ErrorAlert } from '../../../parts/ErrorAlert.tsx';
import { CopyField } from '../../../parts/Snippet.tsx';
import { useReturnFocus } from '../../../parts/useReturnFocus.ts';
import { formatDateTime } from '../../../time/formatDateTime.ts';
import { timeZone } from '../../../time/wallClock.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';

type Props = { readonly shelf: ItemShelf; readonly contentId: string };

const days = ['1', '7', '30', '90'] as const;
const day = 86_400_000;

/** How long the link of an editor's own look at the site works. */
const lookMilliseconds = 15 * 60_000;

/** What shows a saved item outside the console: on the site, and by links for others. */
export default function Sharing(props: Props) {
  const { data } = useInstanceSettings(props.shelf);
  return (
    <Group gap="xs">
      {data?.previewUrl !== undefined && <OpenOnSite {...props} />}
      <ShareButton {...props} />
    </Group>
  );
}

function useInstanceSettings(shelf: ItemShelf) {
  const path = `${instancePath(shelf)}/settings`;
  return useQuery({
    queryKey: ['settings', path],
    queryFn: ({ signal }) => fetchJson(path, isInstanceSettings, { signal }),
  });
}

/** Opens the preview page of the site in a new tab, with a link that soon ends. */
function OpenOnSite({ shelf, contentId }: Props) {
  const texts = useWords().share;
  const path = `${itemPath(shelf, contentId)}/previews`;
  const opening = useMutation({
    mutationFn: async (tab: Window | null) => {
      if (tab === null) throw new Error(texts.blocked);
      try {
        const body = { expiresAt: Date.now() + lookMilliseconds };
        const { url } = await fetchJson(path, isIssuedPreview, { method: 'POST', body });
        if (url === undefined) throw new Error(texts.noPage);
        tab.location.replace(url);
      } catch (error) {
        tab.close();
        throw error;
      }
    },
  });
  // Only a tab that opens during the click is let through by browsers.
  const open = () => {
    const tab = window.open('', '_blank');
    if (tab !== null) {
      tab.opener = null;
      tab.document.title = texts.openOnSite;
    }
    opening.mutate(tab);
  };
  return (
    <>
      {opening.error !== null && <ErrorAlert error={opening.error} />}
      <Button
        variant="default"
        leftSection={<IconExternalLink size={16} />}
        loading={opening.isPending}
        onClick={open}
      >
        {texts.openOnSite}
      </Button>
    </>
  );
}

/** Opens the dialog for preview links. */
function ShareButton(props: Props) {
  const texts = useWords().share;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconShare size={16} />} onClick={() => setIsOpen(true)}>
        {texts.open}
      </Button>
      {isOpen && <ShareDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Creates, lists and revokes the links by which anybody sees an item before it is published. */
function ShareDialog({ shelf, contentId, onClose }: Props & { readonly onClose: () => void }) {
  useReturnFocus();
  const texts = useWords().share;
  const path = `${itemPath(shelf, contentId)}/previews`;
  const settings = useInstanceSettings(shelf);
  const hasPage = settings.data?.previewUrl !== undefined;
  return (
    <Modal opened centered size="lg" onClose={onClose} title={texts.title}>
      <Stack>
        <Text size="sm">{texts.about}</Text>
        {settings.error !== null && <ErrorAlert error={settings.error} />}
        {settings.data === undefined && settings.error === null && <Loader size="sm" />}
        {settings.data && !hasPage && <PageSetting shelf={shelf} path={`${instancePath(shelf)}/settings`} />}
        {hasPage && <NewLink path={path} />}
        <Links path={path} canRevoke={useIsAllowed('editor', shelf.projectId)} />
      </Stack>
    </Modal>
  );
}

/** Without a page of the site there is nothing that a link could lead to. */
function PageSetting({ shelf, path }: { readonly shelf: ItemShelf; readonly path: string }) {
  const texts = useWords().share;
  const client = useQueryClient();
  const isOwner = useIsAllowed('owner', shelf.projectId);
  const [previewUrl, setPreviewUrl] = useState('');
  const saving = useMutation({
    mutationFn: () => fetchJson(path, isInstanceSettings, { method: 'PUT', body: { previewUrl } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['settings', path] }),
  });
  if (!isOwner) return <Text size="sm">{texts.noPage}</Text>;
  return (
    <Stack gap="xs">
      <TextInput
        label={texts.page}
        description={texts.pageNote}
        placeholder="https://example.com/news/{contentId}?preview={token}"
        value={previewUrl}
        onChange={(event) => setPreviewUrl(event.currentTarget.value)}
      />
      {saving.error !== null && <ErrorAlert error={saving.error} />}
      <Group justify="flex-end">
        <Button onClick={() => saving.mutate()} loading={saving.isPending} disabled={previewUrl === ''}>
          {texts.savePage}
        </Button>
      </Group>
    </Stack>
  );
}

function NewLink({ path }: { readonly path: string }) {
  const texts = useWords().share;
  const client = useQueryClient();
  const [life, setLife] = useState<string>('7');
  const creation = useMutation({
    mutationFn: () =>
      fetchJson(path, isIssuedPreview, {
        method: 'POST',
        body: { expiresAt: Date.now() + Number(life) * day },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['previews', path] }),
  });
  return (
    <Stack gap="xs">
      <Group align="flex-end">
        <Select
          label={texts.life}
          value={life}
          onChange={(value) => setLife(value ?? '7')}
          data={days.map((value) => ({ value, label: texts.days(Number(value)) }))}
          allowDeselect={false}
        />
        <Button onClick={() => creation.mutate()} loading={creation.isPending}>
          {texts.create}
        </Button>
      </Group>
      {creation.error !== null && <ErrorAlert error={creation.error} />}
      {creation.data?.url !== undefined && (
        <>
          <CopyField label={texts.link} text={creation.data.url} />
          <Text size="xs" c="dimmed">
            {texts.once}
          </Text>
        </>
      )}
    </Stack>
  );
}

/** The links that work now, with who made them. */
function Links({ path, canRevoke }: { readonly path: string; readonly canRevoke: boolean }) {
  const texts = useWords().share;
  const { language } = useLanguage();
  const client = useQueryClient();
  const { data: links = [], error } = useQuery({
    queryKey: ['previews', path],
    queryFn: ({ signal }) => fetchJson(path, isPreviewLinks, { signal }),
  });
  const revocation = useMutation({
    mutationFn: (linkId: string) => sendRequest(`${path}/${linkId}`, { method: 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['previews', path] }),
  });
  if (error !== null) return <ErrorAlert error={error} />;
  if (links.length === 0) return null;
  return (
    <Stack gap="xs">
      {revocation.error !== null && <ErrorAlert error={revocation.error} />}
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.createdBy}</Table.Th>
            <Table.Th>{texts.expires}</Table.Th>
            <Table.Th />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {links.map(({ linkId, createdBy, expiresAt }) => (
            <Table.Tr key={linkId}>
              <Table.Td>{createdBy}</Table.Td>
              <Table.Td>{formatDateTime(expiresAt, language, timeZone)}</Table.Td>
              <Table.Td>
                {canRevoke && (
                  <Button
                    size="compact-sm"
                    variant="light"
                    color="red"
                    onClick={() => revocation.mutate(linkId)}
                  >
                    {texts.revoke}
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
