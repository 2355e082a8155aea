import { Button, Group, Select, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isIssuedPreview, isPreviewLinks } from '../../../api/checks.ts';
import { type ItemShelf, itemPath } from '../../../api/paths.ts';
import { fetchJson, sendRequest } from '../../../api/request.ts';
import { useIsAllowed, useSession } from '../../../api/SessionProvider.tsx';
import { IconExternalLink, IconShare } from '../../../icons/icons.tsx';
import { ErrorAlert } from '../../../parts/ErrorAlert.tsx';
import { Modal } from '../../../parts/Modal.tsx';
import { PreviewPageForm, useInstanceSettings } from '../../../parts/PreviewPageForm.tsx';
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

/** What shows a saved item outside the console: on its preview page, and by links for others. */
export default function Sharing(props: Props) {
  const { data } = useInstanceSettings(props.shelf);
  const canShare = useIsAllowed('writer', props.shelf);
  return (
    <Group gap="xs">
      {canShare && data !== undefined && <OpenPreview {...props} isOnSite={data.previewUrl !== undefined} />}
      <ShareButton {...props} />
    </Group>
  );
}

/** Opens the preview page in a new tab, with a link that soon ends. */
function OpenPreview({ shelf, contentId, isOnSite }: Props & { readonly isOnSite: boolean }) {
  const texts = useWords().share;
  const label = isOnSite ? texts.openOnSite : texts.openOwn;
  const path = `${itemPath(shelf, contentId)}/previews`;
  const opening = useMutation({
    mutationFn: async (tab: Window | null) => {
      if (tab === null) throw new Error(texts.blocked);
      try {
        const body = { expiresAt: Date.now() + lookMilliseconds };
        const { url } = await fetchJson(path, isIssuedPreview, { method: 'POST', body });
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
      tab.document.title = label;
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
        {label}
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
  const canShare = useIsAllowed('writer', shelf);
  const isEditor = useIsAllowed('editor', shelf);
  return (
    <Modal opened centered size="lg" onClose={onClose} title={texts.title}>
      <Stack>
        <Text size="sm">{texts.about}</Text>
        {canShare && <NewLink path={path} />}
        <Links path={path} isEditor={isEditor} />
        <Destination shelf={shelf} />
      </Stack>
    </Modal>
  );
}

/** Where links lead; owners can change that. */
function Destination({ shelf }: { readonly shelf: ItemShelf }) {
  const texts = useWords().previewSettings;
  const { data, error } = useInstanceSettings(shelf);
  const isOwner = useIsAllowed('owner', shelf);
  const [isChanging, setIsChanging] = useState(false);
  if (error !== null) return <ErrorAlert error={error} />;
  if (data === undefined) return null;
  const { previewUrl } = data;
  if (isChanging) return <PreviewPageForm {...{ shelf, previewUrl }} onClose={() => setIsChanging(false)} />;
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between">
      <Text size="sm" c="dimmed" className="long-text">
        {previewUrl === undefined ? texts.own : texts.site(new URL(previewUrl).host)}
      </Text>
      {isOwner && (
        <Button size="compact-sm" variant="subtle" flex="none" onClick={() => setIsChanging(true)}>
          {texts.change}
        </Button>
      )}
    </Group>
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
      <Group align="flex-end" wrap="nowrap">
        <Select
          flex={1}
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
      {creation.data !== undefined && (
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

/** The links that work now, with who made them. Everybody may revoke their own, and editors all of them. */
function Links({ path, isEditor }: { readonly path: string; readonly isEditor: boolean }) {
  const { operatorId } = useSession().operator;
  const texts = useWords().share;
  const { language } = useLanguage();
  const client = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ['previews', path],
    queryFn: ({ signal }) => fetchJson(path, isPreviewLinks, { signal }),
  });
  const revocation = useMutation({
    mutationFn: (linkId: string) => sendRequest(`${path}/${linkId}`, { method: 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['previews', path] }),
  });
  if (error !== null) return <ErrorAlert error={error} />;
  if (data === undefined) return null;
  return (
    <Stack gap="xs">
      <Title order={3} size="h6">
        {texts.links}
      </Title>
      {data.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.none}
        </Text>
      )}
      {revocation.error !== null && <ErrorAlert error={revocation.error} />}
      {data.length > 0 && (
        <Table verticalSpacing={4} horizontalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.createdBy}</Table.Th>
              <Table.Th>{texts.expires}</Table.Th>
              <Table.Th />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map(({ linkId, createdBy, expiresAt }) => {
              const until = formatDateTime(expiresAt, language, timeZone);
              return (
                <Table.Tr key={linkId}>
                  <Table.Td className="long-text">{createdBy}</Table.Td>
                  <Table.Td>{until}</Table.Td>
                  <Table.Td ta="end">
                    {(isEditor || createdBy === operatorId) && (
                      <Button
                        size="compact-sm"
                        variant="light"
                        color="red"
                        aria-label={texts.revokeLabel(until)}
                        loading={revocation.isPending && revocation.variables === linkId}
                        onClick={() => revocation.mutate(linkId)}
                      >
                        {texts.revoke}
                      </Button>
                    )}
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}
