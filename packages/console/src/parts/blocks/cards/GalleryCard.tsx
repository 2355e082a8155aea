import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import type { Block } from '@newsstand/contract';
import { type DragEvent, useId, useRef, useState } from 'react';
import { IconArrowLeft, IconArrowRight, IconPhotoPlus, IconTrash } from '../../../icons/icons.tsx';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { Modal } from '../../Modal.tsx';
import { MediaChooser } from '../../media/MediaPicker.tsx';
import { DropZone } from '../../upload/DropZone.tsx';
import { FilesButton } from '../../upload/FilesButton.tsx';
import { UploadPanel } from '../../upload/UploadPanel.tsx';
import { inChosenOrder, uploads, useFinishedUploads, useNewMedia } from '../../upload/uploads.ts';
import { InlineField } from '../InlineField.tsx';
import { BlockPicture } from './BlockPicture.tsx';
import { useBlockSpace } from './BlockSpace.ts';
import { CardAction } from './CardAction.tsx';
import { changedBlock } from './changedBlock.ts';
import { useMediaAlt } from './ImageCard.tsx';

type GalleryBlock = Extract<Block, { type: 'gallery' }>;
type GalleryImage = GalleryBlock['images'][number];
type Props = { readonly block: GalleryBlock; readonly onChange: (block: GalleryBlock) => void };

/** Several pictures in an order of their own, each with a caption and an alternative text. */
export function GalleryCard({ block, onChange }: Props) {
  const texts = useWords();
  // Several uploads may finish before the block is rendered again.
  const latest = useRef(block);
  latest.current = block;
  const set = (images: readonly GalleryImage[]) => {
    latest.current = { ...latest.current, images: [...images] };
    onChange(latest.current);
  };
  const altOf = useMediaAlt();
  const imageOf = async (mediaId: string): Promise<GalleryImage> => {
    const alt = await altOf(mediaId).catch(() => undefined);
    return { mediaId, ...(alt !== undefined && { alt }) };
  };
  const add = async (mediaIds: readonly string[]) => {
    const added = await Promise.all(mediaIds.map(imageOf));
    set([...latest.current.images, ...added]);
  };
  /** The numbers of the uploads that these pictures were. */
  const numbers = useRef(new Map<string, number>());
  const addUploaded = async (mediaId: string, number: number) => {
    const image = await imageOf(mediaId);
    numbers.current.set(mediaId, number);
    set(
      inChosenOrder(latest.current.images, image, number, (each) => numbers.current.get(each.mediaId ?? '')),
    );
  };
  const move = (from: number, to: number) => {
    const { images } = latest.current;
    const image = images[from];
    if (image !== undefined && to >= 0 && to < images.length)
      set(images.toSpliced(from, 1).toSpliced(to, 0, image));
  };
  return (
    <Stack gap="xs">
      <Adding onAdd={(mediaIds) => void add(mediaIds)} onUploaded={addUploaded} />
      <Pictures images={block.images} onSet={set} onMove={move} />
      <InlineField
        label={texts.body.gallery.caption}
        htmlLabel={texts.blocks.captionHtml}
        value={block.caption}
        onChange={(caption) => onChange(changedBlock(block, { caption }))}
      />
    </Stack>
  );
}

function Adding({
  onAdd,
  onUploaded,
}: {
  readonly onAdd: (mediaIds: readonly string[]) => void;
  readonly onUploaded: (mediaId: string, number: number) => void;
}) {
  const texts = useWords();
  const space = useBlockSpace();
  const group = useId();
  const upload = useNewMedia(space, group);
  useFinishedUploads(group, (mediaId, number) => {
    onUploaded(mediaId, number);
    uploads.remove(number);
  });
  const [isOpen, { open, close }] = useDisclosure(false);
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false;
  return (
    <DropZone onFiles={upload} isField>
      <Group gap="xs">
        <FilesButton
          onFiles={upload}
          type="image"
          label={texts.body.gallery.upload}
          size="xs"
          variant="light"
        />
        <Button size="xs" variant="light" leftSection={<IconPhotoPlus size={16} />} onClick={open}>
          {texts.body.gallery.choose}
        </Button>
      </Group>
      <UploadPanel group={group} />
      <Modal opened={isOpen} onClose={close} title={texts.media.chooseTitle} size="xl" fullScreen={isPhone}>
        <MediaChooser
          space={space}
          type="image"
          onTake={(mediaId) => onAdd([mediaId])}
          onTakeAll={(picked) => {
            onAdd(picked.map(({ mediaId }) => mediaId));
            close();
          }}
        />
      </Modal>
    </DropZone>
  );
}

type PicturesProps = {
  readonly images: readonly GalleryImage[];
  readonly onSet: (images: readonly GalleryImage[]) => void;
  readonly onMove: (from: number, to: number) => void;
};

/** The pictures; dragged or moved by buttons. */
function Pictures({ images, onSet, onMove }: PicturesProps) {
  const texts = useWords();
  const [dragged, setDragged] = useState<number>();
  if (images.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {texts.body.gallery.empty}
      </Text>
    );
  return (
    <ol className="block-gallery">
      {images.map((image, index) => {
        const change = (part: Parameters<typeof changedBlock<GalleryImage>>[1]) =>
          onSet(images.with(index, changedBlock(image, part)));
        const name = texts.body.gallery.picture(index + 1);
        return (
          <Paper
            component="li"
            // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may occur twice.
            key={index}
            withBorder
            p="xs"
            data-dragged={dragged === index || undefined}
            onDragOver={(event: DragEvent) => dragged !== undefined && event.preventDefault()}
            onDrop={(event: DragEvent) => {
              if (dragged === undefined) return;
              event.preventDefault();
              event.stopPropagation();
              onMove(dragged, index);
              setDragged(undefined);
            }}
          >
            <Stack gap={6}>
              {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons below do the same. */}
              <div
                draggable
                onDragStart={(event) => {
                  event.dataTransfer.setData('text/plain', '');
                  event.stopPropagation();
                  setDragged(index);
                }}
                onDragEnd={() => setDragged(undefined)}
              >
                <BlockPicture {...image} />
              </div>
              <Group gap={4} justify="space-between">
                <Group gap={4}>
                  <CardAction
                    label={texts.body.gallery.back(name)}
                    isDisabled={index === 0}
                    onUse={() => onMove(index, index - 1)}
                    Icon={IconArrowLeft}
                  />
                  <CardAction
                    label={texts.body.gallery.forward(name)}
                    isDisabled={index === images.length - 1}
                    onUse={() => onMove(index, index + 1)}
                    Icon={IconArrowRight}
                  />
                </Group>
                <CardAction
                  label={texts.body.gallery.remove(name)}
                  onUse={() => onSet(images.toSpliced(index, 1))}
                  Icon={IconTrash}
                />
              </Group>
              <InlineField
                label={texts.blocks.caption}
                htmlLabel={texts.blocks.captionHtml}
                value={image.caption}
                onChange={(caption) => change({ caption })}
                isInPlace
              />
              <TextInput
                size="xs"
                aria-label={texts.blocks.alt}
                placeholder={texts.blocks.alt}
                value={image.alt ?? ''}
                onChange={({ currentTarget }) => change({ alt: currentTarget.value || undefined })}
              />
            </Stack>
          </Paper>
        );
      })}
    </ol>
  );
}
