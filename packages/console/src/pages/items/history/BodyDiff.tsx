import { Button, Group, Image, Text } from '@mantine/core';
import { mediaIdsOf } from '@newsstand/client';
import { useState } from 'react';
import type { Space } from '../../../api/paths.ts';
import { useMediaByIds } from '../../../api/queries.ts';
import { isSameJson } from '../../../parts/json/json.ts';
import { smallPicture } from '../../../parts/media/pictureUrl.ts';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { type BlockChange, blockPieces, diffBlock, diffBlocks } from '../document/diffBlocks.ts';
import type { TextPart } from '../document/diffWords.ts';

/** Both versions in one text, or beside each other. */
export type DiffLayout = 'unified' | 'split';

type BodyProps = {
  readonly space: Space;
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
  readonly layout: DiffLayout;
};

/** The difference between two texts, block by block, as they look. Blocks that stayed the same are folded. */
export function BodyDiff({ space, before, after, layout }: BodyProps) {
  const texts = useWords().comparison;
  const [isOpen, setOpen] = useState(false);
  const changes = diffBlocks(before, after);
  const rows = changes.map((change, at) => ({ change, at }));
  const isNear = (at: number) =>
    [at - 1, at, at + 1].some((near) => (changes[near]?.type ?? 'same') !== 'same');
  const shown = isOpen ? rows : rows.filter(({ at }) => isNear(at));
  return (
    <div className="body-diff" data-layout={layout}>
      {shown.map(({ change, at }, index) => {
        const skipped = at - (shown[index - 1]?.at ?? -1) - 1;
        return (
          <div key={at}>
            {skipped > 0 && <Skipped amount={skipped} />}
            <BlockDiff space={space} change={change} layout={layout} />
          </div>
        );
      })}
      <Skipped amount={changes.length - 1 - (shown.at(-1)?.at ?? -1)} />
      {shown.length < changes.length && (
        <Button size="compact-sm" variant="subtle" onClick={() => setOpen(true)}>
          {texts.showAll}
        </Button>
      )}
    </div>
  );
}

function Skipped({ amount }: { readonly amount: number }) {
  const texts = useWords().comparison;
  return amount === 0 ? null : (
    <Text size="xs" c="dimmed" className="body-diff-skipped" data-aside>
      {texts.skipped(amount)}
    </Text>
  );
}

type BlockProps = {
  readonly space: Space;
  readonly change: BlockChange;
  readonly layout: DiffLayout;
};

function BlockDiff({ space, change, layout }: BlockProps) {
  const before =
    change.type === 'changed' ? change.before : change.type === 'added' ? undefined : change.block;
  const after =
    change.type === 'changed' ? change.after : change.type === 'removed' ? undefined : change.block;
  const parts = partsOf(change);
  const [old, now] = [mediaIdsOf({ blocks: [before] }), mediaIdsOf({ blocks: [after] })];
  const type = typeOf(after ?? before);
  const text = (side?: Side) => (
    <div className="body-diff-text" data-type={type}>
      <Parts parts={parts} side={side} />
    </div>
  );
  if (layout === 'split' && change.type !== 'same')
    return (
      <div className="body-diff-sides">
        <div data-change={change.type === 'added' ? undefined : 'removed'}>
          {before !== undefined && <Pictures space={space} mediaIds={old} />}
          {before !== undefined && text('before')}
        </div>
        <div data-change={change.type === 'removed' ? undefined : 'added'}>
          {after !== undefined && <Pictures space={space} mediaIds={now} />}
          {after !== undefined && text('after')}
        </div>
      </div>
    );
  const isSamePicture = isSameJson(old, now);
  return (
    <div data-change={change.type}>
      {!isSamePicture && old.length > 0 && <Pictures space={space} mediaIds={old} isRemoved />}
      {!isSamePicture && old.length > 0 && now.length > 0 && <Text aria-hidden>↓</Text>}
      <Pictures space={space} mediaIds={now} isAdded={!isSamePicture} />
      {text()}
    </div>
  );
}

function partsOf(change: BlockChange): readonly TextPart[] {
  if (change.type === 'changed') return diffBlock(change.before, change.after);
  const { type, block } = change;
  return blockPieces(block).map((piece) => ({ ...piece, type }));
}

function typeOf(block: unknown): string {
  const { type = '' } = typeof block === 'object' && block !== null && 'type' in block ? block : {};
  return `${type}`;
}

type PicturesProps = {
  readonly space: Space;
  readonly mediaIds: readonly string[];
  readonly isRemoved?: boolean;
  readonly isAdded?: boolean;
};

/** The pictures of a block; of films their posters. */
function Pictures({ space, mediaIds, isRemoved = false, isAdded = false }: PicturesProps) {
  const texts = useWords().comparison;
  const found = useMediaByIds(space, mediaIds);
  if (mediaIds.length === 0) return null;
  const note = isRemoved ? texts.pictureRemoved : isAdded ? texts.pictureAdded : undefined;
  return (
    <Group gap="xs" my={4}>
      {mediaIds.map((id) => {
        const media = found.get(id);
        const name = media?.name ?? id;
        return (
          <figure
            key={id}
            className="body-diff-picture"
            data-aside
            data-change={isRemoved ? 'removed' : isAdded ? 'added' : undefined}
          >
            <Image src={smallPicture(media)} alt={name} w={160} h={120} fit="cover" radius="sm" />
            <figcaption>{note === undefined ? name : `${note}: ${name}`}</figcaption>
          </figure>
        );
      })}
    </Group>
  );
}

/** One of two versions. */
type Side = 'before' | 'after';

/** A text with what was added and removed; only one side of it if one is given. */
export function Parts({
  parts,
  side,
}: {
  readonly parts: readonly TextPart[];
  readonly side?: Side | undefined;
}) {
  const hidden = side === 'before' ? 'added' : side === 'after' ? 'removed' : undefined;
  return parts
    .filter(({ type }) => type !== hidden)
    .map(({ type, text, format = '' }, at) => {
      const piece = formatted(text, type === 'same' ? format.replace(/^link .*$/m, 'link') : format);
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other key and never move.
      if (type === 'added') return <ins key={at}>{piece}</ins>;
      // biome-ignore lint/suspicious/noArrayIndexKey: same.
      if (type === 'removed') return <del key={at}>{piece}</del>;
      // biome-ignore lint/suspicious/noArrayIndexKey: same.
      return <span key={at}>{piece}</span>;
    });
}

/** A piece with its marks. Where a link has changed, its target is shown, too. */
function formatted(text: string, format: string) {
  if (format === '') return text;
  const marks = format.split('\n');
  const target = marks.find((mark) => mark.startsWith('link '))?.slice('link '.length);
  const names = marks.map((mark) => mark.split(' ', 1)[0]).join(' ');
  return (
    <span data-format={names}>
      {text}
      {target !== undefined && <small data-aside> ({target})</small>}
    </span>
  );
}
