import { Stack, TextInput } from '@mantine/core';
import type { InstanceSettings, InstanceSettingsOrder } from '@newsstand/contract/manage';
import { isPreviewUrl } from '@newsstand/contract/manage/plain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { isInstanceSettings } from '../api/checks.ts';
import { type ItemShelf, instancePath } from '../api/paths.ts';
import { fetchJson } from '../api/request.ts';
import { useWords } from '../words/LanguageProvider.tsx';
import { SettingsFoot } from './SettingsFoot.tsx';

/** What is set for an instance. */
export function useInstanceSettings(shelf: ItemShelf) {
  const path = settingsPath(shelf);
  return useQuery({
    queryKey: ['settings', path],
    queryFn: ({ signal }) => fetchJson(path, isInstanceSettings, { signal }),
  });
}

/** Sets what is set for an instance, all of it. */
export function useSaveInstanceSettings(shelf: ItemShelf, onSaved: (saved: InstanceSettings) => void) {
  const client = useQueryClient();
  const path = settingsPath(shelf);
  return useMutation({
    mutationFn: (body: InstanceSettingsOrder) => fetchJson(path, isInstanceSettings, { method: 'PUT', body }),
    async onSuccess(saved) {
      await client.invalidateQueries({ queryKey: ['settings', path] });
      onSaved(saved);
    },
  });
}

type Props = {
  readonly shelf: ItemShelf;
  readonly previewUrl: string | undefined;
  readonly onClose: () => void;
};

/** Sets the page of the site that preview links of an instance lead to; without one they lead to that of the service. */
export function PreviewPageForm({ shelf, previewUrl: before = '', onClose }: Props) {
  const texts = useWords().previewSettings;
  const [previewUrl, setPreviewUrl] = useState(before);
  const [isTried, setTried] = useState(false);
  const isWrong = previewUrl !== '' && !isPreviewUrl(previewUrl);
  const saving = useSaveInstanceSettings(shelf, onClose);
  const save = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isWrong) saving.mutate(previewUrl === '' ? {} : { previewUrl });
  };
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        <TextInput
          label={texts.label}
          description={texts.note}
          placeholder={`https://example.com/${shelf.kind === 'news' ? 'news' : 'banners'}/{contentId}?preview={token}`}
          value={previewUrl}
          onChange={({ currentTarget }) => setPreviewUrl(currentTarget.value.trim())}
          error={isTried && isWrong && texts.wrong}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2000}
          ref={focus}
          data-autofocus
        />
        <SettingsFoot
          saving={saving}
          isChanged={previewUrl !== before}
          label={texts.save}
          onClose={onClose}
        />
      </Stack>
    </form>
  );
}

/** It may take the place of the button that was pressed. */
function focus(input: HTMLInputElement | null): void {
  input?.focus();
}

function settingsPath(shelf: ItemShelf): string {
  return `${instancePath(shelf)}/settings`;
}
