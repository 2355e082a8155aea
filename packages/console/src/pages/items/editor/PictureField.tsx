import { Alert, Box, Button, Group, Input, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import type { Media } from '@newsstand/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId } from 'react';
import { itemQuery } from '../../../api/queries.ts';
import { IconCrop, IconPhoto } from '../../../icons/icons.tsx';
import { Modal } from '../../../parts/Modal.tsx';
import { MediaFacts, PackageFrame } from '../../../parts/media/MediaCard.tsx';
import { MediaChooser, UploadHere } from '../../../parts/media/MediaPicker.tsx';
import { foreignHost, largePicture } from '../../../parts/media/pictureUrl.ts';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { fieldLabel, fields } from '../document/fields.ts';
import { useEditor, useField } from './EditorContext.tsx';

const OperationsEditor = lazy(() => import('../../media/operations/OperationsEditor.tsx'));

/** The picture as readers see it, as wide as the text, with everything that can be done to it below. */
export function PictureField() {
  const names = useWords().members;
  const texts = useWords().media;
  const page = useWords().itemPage;
  const labelId = useId();
  const { shelf } = useEditor();
  const field = shelf.kind === 'news' ? fields.thumbnail : fields.image;
  const { id, value, set, error } = useField(field);
  const [isChoosing, choosing] = useDisclosure(false);
  const [isCropping, cropping] = useDisclosure(false);
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false;
  const found = useQuery({
    ...itemQuery({ ...shelf, kind: 'media' }, value ?? ''),
    enabled: value !== undefined,
  });
  const media = value === undefined ? undefined : found.data;
  const canCrop = media !== undefined && media.item.type === 'image' && media.delivered.assets === undefined;
  return (
    <div id={id} tabIndex={-1}>
      <Box
        className="item-picture-field"
        role="group"
        aria-labelledby={labelId}
        data-empty={value === undefined || undefined}
      >
        <UploadHere space={shelf} type={undefined} onTake={set}>
          {(upload) => (
            <>
              {value !== undefined && found.isPending && <Skeleton h={220} />}
              {value !== undefined && found.isError && (
                <Alert color="orange" p="xs">
                  {texts.gone(value)}
                </Alert>
              )}
              {media && <LargePicture media={media.delivered} />}
              <Group gap="xs" className="item-picture-actions">
                <Text
                  id={labelId}
                  size="sm"
                  fw={600}
                  className={value === undefined ? undefined : 'visually-hidden'}
                >
                  {fieldLabel(field.path, names)}
                </Text>
                {value === undefined && (
                  <Text size="sm" c="dimmed" className="item-picture-hint">
                    {page.pictureHint[shelf.kind]}
                  </Text>
                )}
                {media && (
                  <Text size="xs" c="dimmed" className="item-picture-facts">
                    {media.delivered.name} · <MediaFacts media={media.delivered} />
                  </Text>
                )}
                {upload}
                <Button size="xs" variant="light" onClick={choosing.open}>
                  {value === undefined ? texts.choose : texts.change}
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
                {value !== undefined && (
                  <Button size="xs" variant="subtle" color="gray" onClick={() => set(undefined)}>
                    {texts.remove}
                  </Button>
                )}
              </Group>
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
  if (host === undefined && url !== undefined)
    return <img className="item-picture-large" src={url} alt={media.name} />;
  return (
    <div className="item-picture-none">
      {host === undefined ? <IconPhoto size={40} aria-hidden /> : <Text>{texts.elsewhere(host)}</Text>}
    </div>
  );
}
