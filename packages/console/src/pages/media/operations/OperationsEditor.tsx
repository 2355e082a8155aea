import { Alert, Badge, Button, Grid, Group, Loader, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { MediaOperation } from '@newsstand/contract';
import type { ManagedItem } from '@newsstand/contract/manage';
import { useState } from 'react';
import type { Space } from '../../../api/paths.ts';
import { ApiError } from '../../../api/request.ts';
import { ErrorAlert } from '../../../parts/ErrorAlert.tsx';
import { CopyField } from '../../../parts/Snippet.tsx';
import { useUnsavedChangesGuard } from '../../../parts/useUnsavedChangesGuard.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import { SaveError, useMediaChange, useNewerVersion } from '../useMediaChange.tsx';
import { Controls } from './Controls.tsx';
import { OriginalCrop } from './OriginalCrop.tsx';
import { faultsAt, operationsOf, settingsOf } from './settings.ts';
import { fitIn, usePicture } from './usePicture.ts';

type Props = {
  readonly space: Space;
  readonly media: ManagedItem<'media'>;
  readonly list: 'operations' | 'thumbnailOperations';
};

/** Crops a picture by dragging, and changes it with controls. The image server renders the result. */
export default function OperationsEditor({ space, media, list }: Props) {
  const texts = useWords().operations;
  const { item, etag } = media;
  const [settings, setSettings] = useState(() => settingsOf(item[list] ?? []));
  const operations = operationsOf(settings);
  const isThumbnail = list === 'thumbnailOperations';
  const isUnset = isThumbnail && operations.length === 0;
  const picture = usePicture(space, item.mediaId, etag, isUnset ? fitIn(320) : operations);
  const original = usePicture(space, item.mediaId, etag, item.type === 'video' ? [] : fitIn(1600));
  const [poster, setPoster] = useState({ width: 0, height: 0 });
  const { width, height } = sidesOf(media, poster);
  const faults = faultsAt(problemsOf(picture.error), operations);
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Stack className="picture-side">
          <Stack gap="sm">
            <OriginalCrop
              focalPoint={item.focalPoint}
              settings={settings}
              onChange={setSettings}
              url={original.data?.url}
              {...{ width, height }}
              onSize={(naturalWidth, naturalHeight) =>
                setPoster({ width: naturalWidth, height: naturalHeight })
              }
            />
            {picture.error === null && <ResultPicture url={picture.data?.url} />}
          </Stack>
          {picture.error !== null && <PictureError error={picture.error} faults={faults} />}
          {isThumbnail && (
            <Text size="sm" c="dimmed">
              {texts.thumbnailNote}
            </Text>
          )}
          {hasDuplicates(operations) && <Alert p="xs">{texts.otherNote}</Alert>}
          {picture.data && <CopyField label={texts.address} text={picture.data.url} />}
          <CopyField label={texts.json} text={JSON.stringify(operations)} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <SaveBar {...{ space, media, list, operations }} onReset={(base) => setSettings(settingsOf(base))} />
        <Controls settings={settings} onChange={setSettings} faults={faults} width={width} height={height} />
      </Grid.Col>
    </Grid>
  );
}

/** Faults that a control shows are not repeated here. */
function PictureError({
  error,
  faults,
}: {
  readonly error: unknown;
  readonly faults: ReadonlyMap<string, string>;
}) {
  const texts = useWords().operations;
  const isMarked = faults.size > 0 && !faults.has('');
  return isMarked ? <Alert color="red">{texts.marked}</Alert> : <ErrorAlert error={error} />;
}

/** The dimensions of the original; those of a video's poster are known once it has loaded. */
function sidesOf({ item, width, height }: Props['media'], poster: { width: number; height: number }) {
  const isKnown = item.type === 'image' && width !== undefined && height !== undefined;
  return isKnown ? { width, height } : poster;
}

function problemsOf(error: unknown) {
  return error instanceof ApiError ? (error.problem.errors ?? []) : [];
}

/** Whether there are several operations of one type: the controls show only the first. */
function hasDuplicates(operations: readonly MediaOperation[]): boolean {
  return new Set(operations.map(({ type }) => type)).size < operations.length;
}

function SaveBar({
  space,
  media,
  list,
  operations,
  onReset,
}: Props & {
  readonly operations: readonly MediaOperation[];
  readonly onReset: (operations: readonly MediaOperation[]) => void;
}) {
  const texts = useWords().operations;
  const [seen, setSeen] = useState(media);
  const saved = seen.item[list] ?? [];
  const own = media.item.operations ?? [];
  const isChanged = JSON.stringify(saved) !== JSON.stringify(operations);
  const adopt = (next: ManagedItem<'media'>) => {
    setSeen(next);
    onReset(next.item[list] ?? []);
  };
  const change = useMediaChange(space, media.item.mediaId, (next) => {
    adopt(next);
    notifications.show({ color: 'green', message: texts.saved });
  });
  useNewerVersion(media, isChanged || change.isPending, adopt);
  useUnsavedChangesGuard(isChanged);
  const save = (etag: string) =>
    change.mutate({ patch: { [list]: operations.length === 0 ? null : operations }, etag });
  return (
    <>
      <Group gap="xs" mb="sm" className="save-bar">
        <Button onClick={() => save(seen.etag)} disabled={!isChanged} loading={change.isPending}>
          {texts.save}
        </Button>
        <Button variant="default" disabled={!isChanged} onClick={() => onReset(saved)}>
          {texts.reset}
        </Button>
        {list === 'thumbnailOperations' && own.length > 0 && (
          <Button variant="subtle" onClick={() => onReset(own)}>
            {texts.asPicture}
          </Button>
        )}
        <Button variant="subtle" disabled={operations.length === 0} onClick={() => onReset([])}>
          {texts.clear}
        </Button>
        {isChanged && (
          <Badge variant="light" color="orange" tt="none">
            {texts.unsaved}
          </Badge>
        )}
      </Group>
      <SaveError change={change} onTheirs={adopt} onMine={save} />
    </>
  );
}

type RenderedPicture = { readonly url: string; readonly width?: number; readonly height?: number };

/** The result as rendered by the image server. The previous one stays until the next has loaded. */
function ResultPicture({ url }: { readonly url: string | undefined }) {
  const texts = useWords().operations;
  const { language } = useLanguage();
  const [shown, setShown] = useState<RenderedPicture>();
  const isRendered = url !== undefined && shown?.url === url;
  const number = new Intl.NumberFormat(language);
  const status =
    isRendered && shown.width !== undefined && shown.height !== undefined
      ? texts.resultSize(number.format(shown.width), number.format(shown.height))
      : isRendered
        ? texts.notRendered
        : texts.rendering;
  return (
    <figure className="picture-figure">
      <Text component="figcaption" size="sm" fw={500} mb={4}>
        {texts.result}{' '}
        <Text span size="xs" c="dimmed" role="status">
          {status} {!isRendered && <Loader size={10} aria-hidden />}
        </Text>
      </Text>
      {url !== undefined && (
        <img
          className="picture-result"
          src={url}
          alt={texts.resultAlt}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setShown({ url, width, height })
          }
          onError={() => setShown({ url })}
        />
      )}
    </figure>
  );
}
