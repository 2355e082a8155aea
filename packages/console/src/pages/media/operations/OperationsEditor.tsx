import { Alert, Badge, Button, Grid, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { MediaOperation } from '@newsstand/contract';
import type { ManagedItem } from '@newsstand/contract/manage';
import { useState } from 'react';
import { AskError } from '../../../api/ask.ts';
import type { SpacePlace } from '../../../api/places.ts';
import { Trouble } from '../../../parts/Trouble.tsx';
import { useLeaveGuard } from '../../../parts/useLeaveGuard.ts';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { CopyField } from '../CopyField.tsx';
import { SavingTrouble } from '../SavingTrouble.tsx';
import { useMediaChange } from '../useMediaChange.ts';
import { useNewerVersion } from '../useNewerVersion.ts';
import { Controls } from './Controls.tsx';
import { faultsAt } from './faultsAt.ts';
import { OriginalCrop } from './OriginalCrop.tsx';
import { operationsOf } from './operationsOf.ts';
import { ResultPicture } from './ResultPicture.tsx';
import { settingsOf } from './settingsOf.ts';
import { usePicture } from './usePicture.ts';

type Props = {
  readonly space: SpacePlace;
  readonly media: ManagedItem<'media'>;
  readonly list: 'operations' | 'thumbnailOperations';
};

/** What a thumbnail is where nothing is said, and what the original is shown as here: it may be very large. */
const within = (side: number): readonly MediaOperation[] => [
  { type: 'fit-in', value: 'fit-in' },
  { type: 'size', width: side, height: side },
];

/** Crops a picture by dragging and changes it by sliders; the real image server shows the result. */
export default function OperationsEditor({ space, media, list }: Props) {
  const texts = useWords().operations;
  const { item, etag } = media;
  const [settings, setSettings] = useState(() => settingsOf(item[list] ?? []));
  const operations = operationsOf(settings);
  const isThumbnail = list === 'thumbnailOperations';
  const isUnset = isThumbnail && operations.length === 0;
  const picture = usePicture(space, item.mediaId, etag, isUnset ? within(320) : operations);
  const original = usePicture(space, item.mediaId, etag, item.type === 'video' ? [] : within(1600));
  const [poster, setPoster] = useState({ width: 0, height: 0 });
  const { width, height } = sidesOf(media, poster);
  const faults = faultsAt(problemsOf(picture.error), operations);
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack className="picture-side">
          <SimpleGrid cols={{ base: 1, xl: 2 }}>
            <OriginalCrop
              settings={settings}
              onChange={setSettings}
              url={original.data?.url}
              {...{ width, height }}
              onSize={(naturalWidth, naturalHeight) =>
                setPoster({ width: naturalWidth, height: naturalHeight })
              }
            />
            {picture.error === null && <ResultPicture url={picture.data?.url} />}
          </SimpleGrid>
          {picture.error !== null && <PictureTrouble error={picture.error} faults={faults} />}
          {isThumbnail && (
            <Text size="sm" c="dimmed">
              {texts.thumbnailNote}
            </Text>
          )}
          {hasHidden(operations) && <Alert p="xs">{texts.otherNote}</Alert>}
          {picture.data && <CopyField label={texts.address} text={picture.data.url} />}
          <CopyField label={texts.json} text={JSON.stringify(operations)} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <SaveBar {...{ space, media, list, operations }} onReset={(base) => setSettings(settingsOf(base))} />
        <Controls settings={settings} onChange={setSettings} faults={faults} width={width} height={height} />
      </Grid.Col>
    </Grid>
  );
}

/** What is said at a control needs no more than a word here. */
function PictureTrouble({
  error,
  faults,
}: {
  readonly error: unknown;
  readonly faults: ReadonlyMap<string, string>;
}) {
  const texts = useWords().operations;
  const isMarked = faults.size > 0 && !faults.has('');
  return isMarked ? <Alert color="red">{texts.marked}</Alert> : <Trouble error={error} />;
}

/** The original's sides; a video's poster is as large as it turns out to be. */
function sidesOf({ item, width, height }: Props['media'], poster: { width: number; height: number }) {
  const isKnown = item.type === 'image' && width !== undefined && height !== undefined;
  return isKnown ? { width, height } : poster;
}

function problemsOf(error: unknown) {
  return error instanceof AskError ? (error.problem.errors ?? []) : [];
}

/** Of each type, the controls show one. */
function hasHidden(operations: readonly MediaOperation[]): boolean {
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
  useLeaveGuard(isChanged);
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
      <SavingTrouble change={change} onTheirs={adopt} onMine={save} />
    </>
  );
}
