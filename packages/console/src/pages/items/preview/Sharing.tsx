import { ActionIcon, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { isIssuedPreview } from '../../../api/checks.ts';
import { type ItemShelf, itemPath } from '../../../api/paths.ts';
import { fetchJson } from '../../../api/request.ts';
import { useIsAllowed } from '../../../api/SessionProvider.tsx';
import { IconExternalLink, IconShare } from '../../../icons/icons.tsx';
import { ErrorAlert } from '../../../parts/ErrorAlert.tsx';
import { useInstanceSettings } from '../../../parts/PreviewPageForm.tsx';
import { useWords } from '../../../words/LanguageProvider.tsx';

const ShareDialog = lazy(() => import('./ShareDialog.tsx'));

type Props = { readonly shelf: ItemShelf; readonly contentId: string };

/** How long the link of an editor's own look at the site works. */
const lookMilliseconds = 15 * 60_000;

/** Opens the preview page in a new tab, with a link that soon ends. */
export function OpenPreview({ shelf, contentId }: Props) {
  const texts = useWords().share;
  const { data } = useInstanceSettings(shelf);
  const canShare = useIsAllowed('writer', shelf);
  const label = data?.previewUrl === undefined ? texts.openOwn : texts.openOnSite;
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
  if (!canShare || data === undefined) return null;
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
export function ShareButton(props: Props) {
  const texts = useWords().share;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={texts.open}
        title={texts.open}
        onClick={() => setIsOpen(true)}
      >
        <IconShare size={20} />
      </ActionIcon>
      <Suspense>{isOpen && <ShareDialog {...props} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}
