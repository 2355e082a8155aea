import { Button, Group, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ManagedItem } from '@newsstand/contract/manage';
import { useState } from 'react';
import type { Space } from '../../api/paths.ts';
import { ApiError } from '../../api/request.ts';
import { Panel } from '../../parts/Panel.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { SaveError, useMediaChange, useNewerVersion } from './useMediaChange.tsx';

/** The name and alias of a media item. */
export function MediaForm({ space, media }: { readonly space: Space; readonly media: ManagedItem<'media'> }) {
  const texts = useWords().mediaDetails;
  const [seen, setSeen] = useState(media);
  const [name, setName] = useState(media.item.name);
  const [alias, setAlias] = useState(media.item.alias ?? '');
  const isChanged = name.trim() !== seen.item.name || alias.trim() !== (seen.item.alias ?? '');
  const adopt = (next: ManagedItem<'media'>) => {
    setSeen(next);
    setName(next.item.name);
    setAlias(next.item.alias ?? '');
  };
  const change = useMediaChange(space, media.item.mediaId, (saved) => {
    adopt(saved);
    notifications.show({ message: texts.saved });
  });
  useNewerVersion(media, isChanged || change.isPending, adopt);
  const save = (etag: string) =>
    change.mutate({ patch: { name: name.trim(), alias: alias.trim() || null }, etag });
  const errors = change.error instanceof ApiError ? (change.error.problem.errors ?? []) : [];
  const faultOf = (path: string) => errors.find((fault) => fault.path === path)?.message;
  return (
    <Panel title={texts.naming}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save(seen.etag);
        }}
      >
        <TextInput
          label={texts.name}
          value={name}
          required
          onChange={(event) => setName(event.currentTarget.value)}
          error={faultOf('name')}
        />
        <TextInput
          label={texts.alias}
          description={texts.aliasHint}
          value={alias}
          mt="xs"
          onChange={(event) => setAlias(event.currentTarget.value)}
          error={faultOf('alias')}
        />
        <Group mt="sm">
          <Button type="submit" disabled={!isChanged} loading={change.isPending}>
            {texts.save}
          </Button>
        </Group>
      </form>
      <SaveError change={change} onTheirs={adopt} onMine={save} />
    </Panel>
  );
}
