import { Button, Group, Select, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isIssuedPreview, isPreviewLinks } from '../../../api/checks.ts';
import { type ItemShelf, itemPath } from '../../../api/paths.ts';
import { fetchJson, sendRequest } from '../../../api/request.ts';
import { useIsAllowed, useSession } from '../../../api/SessionProvider.tsx';
import { ErrorAlert } from '../../../parts/ErrorAlert.tsx';
import { Modal } from '../../../parts/Modal.tsx';
import { PreviewPageForm, useInstanceSettings } from '../../../parts/PreviewPageForm.tsx';
import { CopyField } from '../../../parts/Snippet.tsx';
import { useActorName } from '../../../parts/useActorName.ts';
import { useReturnFocus } from '../../../parts/useReturnFocus.ts';
import { formatDateTime } from '../../../time/formatDateTime.ts';
import { timeZone } from '../../../time/wallClock.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';

type Props = { readonly shelf: ItemShelf; readonly contentId: string };

const days = ['1', '7', '30', '90'] as const;
const day = 86_400_000;

/** Creates, lists and revokes the links by which anybody sees an item before it is published. */
export default function ShareDialog({ shelf, contentId, onClose }: Props & { readonly onClose: () => void }) {
  useReturnFocus();
  const texts = useWords().share;
  const path = `${itemPath(shelf, contentId)}/previews`;
  const canShare = useIsAllowed('writer', shelf);
  const isEditor = useIsAllowed('editor', shelf);
  return (
    <Modal opened centered size="lg" onClose={onClose} title={texts.title}>
      <Stack>
        <Text size="sm">{texts.about}</Text>
        {canShare && <NewLink shelf={shelf} path={path} />}
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

function NewLink({ shelf, path }: { readonly shelf: ItemShelf; readonly path: string }) {
  const texts = useWords().share;
  const { data: settings } = useInstanceSettings(shelf);
  const client = useQueryClient();
  const [life, setLife] = useState<string>('7');
  const creation = useMutation({
    mutationFn: async () => {
      const { url } = await fetchJson(path, isIssuedPreview, {
        method: 'POST',
        body: { expiresAt: Date.now() + Number(life) * day },
      });
      return { url, isCopied: await copied(url) };
    },
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
          <Text size="xs" c="dimmed" role="status">
            {creation.data.isCopied && `${texts.copied} `}
            {texts.once}
          </Text>
          {settings?.previewUrl !== undefined && isOwnPage(creation.data.url) && (
            <Text size="xs">{texts.ownPage}</Text>
          )}
        </>
      )}
    </Stack>
  );
}

/** Whether a text could be copied. Browsers have no clipboard for pages without TLS: then it is copied by hand. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether a link leads to the preview page of the service: all of it is in the fragment. */
function isOwnPage(url: string): boolean {
  return /\/preview#[^?]+$/.test(url);
}

/** The links that work now, with who made them. Everybody may revoke their own, and editors all of them. */
function Links({ path, isEditor }: { readonly path: string; readonly isEditor: boolean }) {
  const { operatorId } = useSession().operator;
  const nameOf = useActorName();
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
                  <Table.Td className="long-text">{nameOf(createdBy)}</Table.Td>
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
