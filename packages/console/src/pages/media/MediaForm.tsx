import { Button, Group, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ManagedItem } from '@newsstand/contract/manage';
import { limits } from '@newsstand/contract/plain';
import { useState } from 'react';
import type { Space } from '../../api/paths.ts';
import { ApiError } from '../../api/request.ts';
import { useLabels } from '../../parts/media/useLabels.ts';
import { Panel } from '../../parts/Panel.tsx';
import { useUnsavedChangesGuard } from '../../parts/useUnsavedChangesGuard.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { SaveError, useMediaChange, useNewerVersion } from './useMediaChange.tsx';

type Item = ManagedItem<'media'>['item'];

/** What the form holds. */
type Draft = {
  readonly name: string;
  readonly alias: string;
  readonly alt: string;
  /** A picture that shows nothing: its alternative text is empty on purpose. */
  readonly isDecoration: boolean;
  readonly credit: string;
  readonly rights: string;
  readonly labels: readonly string[];
};

function draftOf({ name, alias = '', alt, credit = '', rights = '', labels = [] }: Item): Draft {
  return { name, alias, alt: alt ?? '', isDecoration: alt === '', credit, rights, labels };
}

/** The members that the form writes; `null` removes one. */
function patchOf({ name, alias, alt, isDecoration, credit, rights, labels }: Draft) {
  return {
    name: name.trim(),
    alias: alias.trim() || null,
    alt: isDecoration ? '' : alt.trim() || null,
    credit: credit.trim() || null,
    rights: rights.trim() || null,
    labels: labels.length > 0 ? labels : null,
  };
}

/** The name of a media item, and what it says about itself. */
export function MediaForm({ space, media }: { readonly space: Space; readonly media: ManagedItem<'media'> }) {
  const texts = useWords().mediaDetails;
  const [seen, setSeen] = useState(media);
  const [draft, setDraft] = useState(() => draftOf(media.item));
  const known = useLabels(space).map(({ label }) => label);
  const isChanged = JSON.stringify(patchOf(draft)) !== JSON.stringify(patchOf(draftOf(seen.item)));
  const adopt = (next: ManagedItem<'media'>) => {
    setSeen(next);
    setDraft(draftOf(next.item));
  };
  const change = useMediaChange(space, media.item.mediaId, (saved) => {
    adopt(saved);
    notifications.show({ message: texts.saved });
  });
  useNewerVersion(media, isChanged || change.isPending, adopt);
  useUnsavedChangesGuard(isChanged);
  const save = (etag: string) => change.mutate({ patch: patchOf(draft), etag });
  const errors = change.error instanceof ApiError ? (change.error.problem.errors ?? []) : [];
  const faultOf = (name: string) => errors.find(({ path }) => path.split(/[.[]/, 1)[0] === name)?.message;
  const put = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  return (
    <Panel title={texts.naming}>
      <form
        className="media-form"
        onSubmit={(event) => {
          event.preventDefault();
          save(seen.etag);
        }}
      >
        <TextInput
          label={texts.name}
          value={draft.name}
          maxLength={limits.nameCharacters}
          required
          onChange={(event) => put({ name: event.currentTarget.value })}
          error={faultOf('name')}
        />
        {media.item.type === 'image' && (
          <div>
            <Textarea
              label={texts.alt}
              description={texts.altHint}
              autosize
              minRows={2}
              maxLength={2000}
              disabled={draft.isDecoration}
              value={draft.isDecoration ? '' : draft.alt}
              onChange={(event) => put({ alt: event.currentTarget.value })}
              error={faultOf('alt')}
            />
            <Switch
              mt={6}
              size="sm"
              label={texts.decoration}
              checked={draft.isDecoration}
              onChange={(event) => put({ isDecoration: event.currentTarget.checked })}
            />
          </div>
        )}
        <TextInput
          label={texts.credit}
          description={texts.creditHint}
          maxLength={500}
          value={draft.credit}
          onChange={(event) => put({ credit: event.currentTarget.value })}
          error={faultOf('credit')}
        />
        <Textarea
          label={texts.rights}
          description={texts.rightsHint}
          autosize
          maxLength={2000}
          value={draft.rights}
          onChange={(event) => put({ rights: event.currentTarget.value })}
          error={faultOf('rights')}
        />
        <TagsInput
          label={texts.labels}
          description={texts.labelsHint}
          data={known}
          value={[...draft.labels]}
          onChange={(labels) => put({ labels })}
          acceptValueOnBlur
          maxTags={50}
          error={faultOf('labels')}
        />
        <TextInput
          label={texts.alias}
          description={texts.aliasHint}
          value={draft.alias}
          onChange={(event) => put({ alias: event.currentTarget.value })}
          error={faultOf('alias')}
        />
        <Group>
          <Button type="submit" disabled={!isChanged} loading={change.isPending}>
            {texts.save}
          </Button>
        </Group>
      </form>
      <SaveError change={change} onTheirs={adopt} onMine={save} />
    </Panel>
  );
}
