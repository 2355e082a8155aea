import { Alert, Box, Button, Group, Input, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import type { Media } from '@newsstand/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useId } from 'react';
import { itemQuery } from '../../../api/queries.ts';
import { IconCrop, IconPhoto } from '../../../icons/icons.tsx';
import { Modal } from '../../../parts/Modal.tsx';
import { MediaFacts, MediaThumbnail, PackageFrame } from '../../../parts/media/MediaCard.tsx';
import { MediaChooser, UploadHere } from '../../../parts/media/MediaPicker.tsx';
import { foreignHost, largePicture } from '../../../parts/media/pictureUrl.ts';
import { useInstanceSettings } from '../../../parts/PreviewPageForm.tsx';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { fieldLabel, fields } from '../document/fields.ts';
import { AltField } from './AltField.tsx';
import { useEditor, useField } from './EditorContext.tsx';

const OperationsEditor = lazy(() => import('../../media/operations/OperationsEditor.tsx'));

/**
 * The picture, in a strip so that the title and the text stay in sight, with everything that can be done to it. Where none
 * is chosen, the default picture of the instance is shown, if there is one.
 */
export function PictureField() {
  const names = useWords().members;
  const texts = useWords().media;
  const page = useWords().itemPage;
  const lead = useWords().leadPicture;
  const labelId = useId();
  const { shelf } = useEditor();
  const isNews = shelf.kind === 'news';
  const field = isNews ? fields.thumbnail : fields.image;
  const { id, value, set, error } = useField(field);
  const [isChoosing, choosing] = useDisclosure(false);
  const [isCropping, cropping] = useDisclosure(false);
  // A banner is its picture.
  const [isLarge, large] = useDisclosure(!isNews);
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false;
  const settings = useInstanceSettings(shelf).data;
  const fallback = isNews ? settings?.defaultPicture : undefined;
  const shown = value ?? fallback;
  const found = useQuery({
    ...itemQuery({ ...shelf, kind: 'media' }, shown ?? ''),
    enabled: shown !== undefined,
  });
  const media = shown === undefined ? undefined : found.data;
  const isChosen = value !== undefined;
  const canCrop =
    isChosen && media !== undefined && media.item.type === 'image' && media.delivered.assets === undefined;
  const actions = (upload: ReactNode) => (
    <Group gap="xs" className="item-picture-actions">
      {upload}
      <Button size="xs" variant="light" onClick={choosing.open}>
        {isChosen ? texts.change : texts.choose}
      </Button>
      {canCrop && (
        <Button
          size="xs"
          variant="light"
          leftSection={<IconCrop size={16} aria-hidden />}
          onClick={cropping.open}
        >
          {page.crop}
        </Button>
      )}
      {isChosen && (
        <Button size="xs" variant="subtle" color="gray" onClick={() => set(undefined)}>
          {texts.remove}
        </Button>
      )}
    </Group>
  );
  return (
    <div id={id} tabIndex={-1}>
      <Box
        className="item-picture-field"
        role="group"
        aria-labelledby={labelId}
        data-empty={!isChosen || undefined}
      >
        <UploadHere space={shelf} type={undefined} onTake={set}>
          {(upload) => (
            <>
              {isChosen && found.isError && (
                <Alert color="orange" p="xs">
                  {texts.gone(value)}
                </Alert>
              )}
              <div className="item-picture-strip" data-large={isLarge || undefined}>
                {shown !== undefined && found.isPending && <Skeleton className="item-picture-small" />}
                {media && (
                  <UnstyledButton
                    className={isLarge ? undefined : 'item-picture-small'}
                    data-default={!isChosen || undefined}
                    aria-label={isLarge ? lead.reduce : lead.enlarge}
                    aria-expanded={isLarge}
                    onClick={large.toggle}
                  >
                    {isLarge ? (
                      <LargePicture media={media.delivered} />
                    ) : (
                      <MediaThumbnail media={media.delivered} size="100%" isLive />
                    )}
                  </UnstyledButton>
                )}
                <Stack gap={6} className="item-picture-about">
                  <Text id={labelId} size="sm" fw={600} className={isChosen ? 'visually-hidden' : undefined}>
                    {fieldLabel(field.path, names)}
                  </Text>
                  {!isChosen && (
                    <Text size="sm" c="dimmed">
                      {media === undefined
                        ? `${page.pictureHint[shelf.kind]}${isNews && settings ? ` ${lead.needed}` : ''}`
                        : lead.isDefault}
                    </Text>
                  )}
                  {isChosen && media && (
                    <Text size="xs" c="dimmed" className="item-picture-facts">
                      {media.delivered.name} · <MediaFacts media={media.delivered} />
                      {value === fallback && ` · ${lead.chosenDefault}`}
                    </Text>
                  )}
                  {isChosen && media && <AltField key={value} space={shelf} media={media} />}
                </Stack>
                {actions(upload)}
              </div>
            </>
          )}
        </UploadHere>
      </Box>
      {error !== undefined && <Input.Error mt={4}>{error}</Input.Error>}
      <Modal
        opened={isChoosing}
        onClose={choosing.close}
        title={texts.chooseTitle}
        size="xl"
        fullScreen={isPhone}
      >
        <MediaChooser
          space={shelf}
          type={undefined}
          onTake={(mediaId) => {
            set(mediaId);
            choosing.close();
          }}
        />
      </Modal>
      {media && (
        <Modal
          opened={isCropping}
          onClose={cropping.close}
          title={page.cropTitle}
          size="90rem"
          fullScreen={isPhone}
        >
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              {page.cropNote}
            </Text>
            <Suspense fallback={<Skeleton h={320} />}>
              <OperationsEditor space={shelf} media={media} list="operations" />
            </Suspense>
          </Stack>
        </Modal>
      )}
    </div>
  );
}

/** The picture, a video's poster, or an animation that plays. */
function LargePicture({ media }: { readonly media: Media }) {
  const texts = useWords().media;
  const host = foreignHost(media);
  const url = largePicture(media);
  if (host === undefined && media.assets !== undefined)
    return (
      <div className="item-picture-large">
        <PackageFrame media={media} isInert />
      </div>
    );
  if (host === undefined && url !== undefined) return <img className="item-picture-large" src={url} alt="" />;
  return (
    <div className="item-picture-none">
      {host === undefined ? <IconPhoto size={40} aria-hidden /> : <Text>{texts.elsewhere(host)}</Text>}
    </div>
  );
}
