import { Group, Stack, Text, TextInput, ThemeIcon } from '@mantine/core';
import type { Block } from '@newsstand/contract';
import { embedProvider } from '@newsstand/html';
import { IconBrandVimeo, IconBrandX, IconBrandYoutube, IconWorld } from '../../../icons/icons.tsx';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { InlineField } from '../InlineField.tsx';
import { changedBlock } from './changedBlock.ts';

type EmbedBlock = Extract<Block, { type: 'embed' }>;
type Props = { readonly block: EmbedBlock; readonly onChange: (block: EmbedBlock) => void };

/** Content of another site, by its URL. It is only named here: the console asks no other site. */
export function EmbedCard({ block, onChange }: Props) {
  const texts = useWords();
  const change = (part: Parameters<typeof changedBlock<EmbedBlock>>[1]) =>
    onChange(changedBlock(block, part));
  const provider = embedProvider(block.url);
  const Icon = icons[provider?.id ?? 'link'];
  return (
    <Stack gap="xs">
      {provider !== undefined && (
        <Group gap="sm" wrap="nowrap">
          <ThemeIcon variant="light" color="gray" size="xl">
            <Icon size={22} stroke={1.5} />
          </ThemeIcon>
          <div className="block-embed-text">
            <Text size="sm" fw={600} truncate>
              {block.title || provider.name}
            </Text>
            <Text size="xs" c="dimmed">
              {texts.body.embed.note}
            </Text>
          </div>
        </Group>
      )}
      <TextInput
        size="xs"
        type="url"
        label={texts.body.embed.url}
        description={provider === undefined ? texts.body.embed.urlHint : undefined}
        value={block.url}
        error={block.url !== '' && provider === undefined && texts.body.embed.badUrl}
        onChange={({ currentTarget }) => change({ url: currentTarget.value.trim() })}
      />
      {provider !== undefined && (
        <>
          <TextInput
            size="xs"
            label={texts.body.embed.title}
            value={block.title ?? ''}
            onChange={({ currentTarget }) => change({ title: currentTarget.value || undefined })}
          />
          <InlineField
            label={texts.blocks.caption}
            htmlLabel={texts.blocks.captionHtml}
            value={block.caption}
            onChange={(caption) => change({ caption })}
            isInPlace
          />
        </>
      )}
    </Stack>
  );
}

const icons = { youtube: IconBrandYoutube, vimeo: IconBrandVimeo, x: IconBrandX, link: IconWorld } as const;
