import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import type { Block } from '@newsstand/contract';
import { useQueryClient } from '@tanstack/react-query';
import { itemQuery } from '../../../api/queries.ts';
import { IconEyeOff } from '../../../icons/icons.tsx';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { Modal } from '../../Modal.tsx';
import { MediaChooser, MediaPicker } from '../../media/MediaPicker.tsx';
import { InlineField } from '../InlineField.tsx';
import { BlockPicture } from './BlockPicture.tsx';
import { useBlockSpace } from './BlockSpace.ts';
import { changedBlock } from './changedBlock.ts';

type ImageBlock = Extract<Block, { type: 'image' }>;
type Part = Parameters<typeof changedBlock<ImageBlock>>[1];
type Props = { readonly block: ImageBlock; readonly onChange: (block: ImageBlock) => void };

/** A picture in a body, shown as a picture; its caption and alternative text are written below it. */
export function ImageCard({ block, onChange }: Props) {
  const texts = useWords().blocks;
  const space = useBlockSpace();
  const altOf = useMediaAlt();
  const change = (part: Part) => onChange(changedBlock(block, part));
  const take = async (mediaId: string | undefined) => {
    // The dimensions were those of the other picture.
    const next = changedBlock(block, { mediaId, url: undefined, width: undefined, height: undefined });
    onChange(next);
    const alt = mediaId === undefined || next.alt ? undefined : await altOf(mediaId);
    if (alt) onChange({ ...next, alt });
  };
  if (block.mediaId === undefined && block.url === undefined)
    return (
      <Stack gap="xs">
        <MediaPicker space={space} type="image" label={texts.image} value={undefined} onChange={take} />
        <TextInput
          size="xs"
          label={texts.url}
          onBlur={({ currentTarget }) =>
            currentTarget.value.trim() && change({ url: currentTarget.value.trim() })
          }
        />
      </Stack>
    );
  return (
    <Stack gap={6}>
      <BlockPicture {...block} />
      <PictureActions onTake={take} />
      <InlineField
        label={texts.caption}
        htmlLabel={texts.captionHtml}
        value={block.caption}
        onChange={(caption) => change({ caption })}
        isInPlace
      />
      <TextInput
        size="xs"
        aria-label={texts.alt}
        placeholder={texts.alt}
        leftSection={<IconEyeOff size={14} />}
        value={block.alt ?? ''}
        onChange={({ currentTarget }) => change({ alt: currentTarget.value || undefined })}
      />
      <details open={block.link !== undefined || block.url !== undefined}>
        <summary>{texts.more}</summary>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
          <TextInput
            size="xs"
            label={texts.leadsTo}
            value={block.link ?? ''}
            onChange={({ currentTarget }) => change({ link: currentTarget.value || undefined })}
          />
          {block.mediaId === undefined && (
            <TextInput
              size="xs"
              label={texts.url}
              value={block.url ?? ''}
              onChange={({ currentTarget }) => change({ url: currentTarget.value || undefined })}
            />
          )}
        </SimpleGrid>
      </details>
    </Stack>
  );
}

/** Takes another picture in place of this one. */
function PictureActions({ onTake }: { readonly onTake: (mediaId: string | undefined) => void }) {
  const texts = useWords();
  const space = useBlockSpace();
  const [isOpen, { open, close }] = useDisclosure(false);
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false;
  return (
    <Group gap="xs" className="block-picture-actions">
      <Button size="compact-xs" variant="default" onClick={open}>
        {texts.media.change}
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => onTake(undefined)}>
        {texts.media.remove}
      </Button>
      <Modal opened={isOpen} onClose={close} title={texts.media.chooseTitle} size="xl" fullScreen={isPhone}>
        <MediaChooser
          space={space}
          type="image"
          onTake={(mediaId) => {
            onTake(mediaId);
            close();
          }}
        />
      </Modal>
    </Group>
  );
}

/** Returns a function that looks up the alternative text of a media item. */
export function useMediaAlt(): (mediaId: string) => Promise<string | undefined> {
  const client = useQueryClient();
  const space = useBlockSpace();
  return async (mediaId) => {
    const { delivered } = await client.ensureQueryData(itemQuery({ ...space, kind: 'media' }, mediaId));
    const alt: unknown = Reflect.get(delivered, 'alt');
    return typeof alt === 'string' && alt !== '' ? alt : undefined;
  };
}
