import { Paper } from '@mantine/core';
import { Node } from '@tiptap/core';
import { NodeViewWrapper, type ReactNodeViewProps, ReactNodeViewRenderer } from '@tiptap/react';
import { useEffect, useState } from 'react';
import { UploadPanel } from '../upload/UploadPanel.tsx';
import { uploads, useNewMedia, useUploads } from '../upload/uploads.ts';
import { useBlockSpace } from './cards/BlockSpace.ts';
import { useMediaAlt } from './cards/ImageCard.tsx';

/** A file on its way to the media; it becomes a picture or a video where it stands, and until then is not saved. */
export const Upload = Node.create({
  name: 'upload',
  group: 'block',
  atom: true,
  addAttributes: () => ({
    file: { default: null, rendered: false },
    alt: { default: null, rendered: false },
  }),
  renderHTML: () => ['div', { 'data-upload': '' }],
  addNodeView: () => ReactNodeViewRenderer(UploadView),
});

/** The group of uploads of each file, which is its own even if several come at once. */
const groups = new WeakMap<File, string>();
let lastGroup = 0;

function groupOf(file: File): string {
  const group = groups.get(file) ?? `body-${++lastGroup}`;
  groups.set(file, group);
  return group;
}

/** A file is sent once, even if it is shown anew. */
const sent = new WeakSet<File>();

function UploadView({ editor, node, getPos, deleteNode }: ReactNodeViewProps) {
  const space = useBlockSpace();
  const file: unknown = node.attrs['file'];
  const isFile = file instanceof File;
  const group = isFile ? groupOf(file) : '';
  const send = useNewMedia(space, group);
  const [entry] = useUploads(group);
  const [isSent, setSent] = useState(false);
  const altOf = useMediaAlt();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    if (isFile && !sent.has(file)) {
      sent.add(file);
      send([file]);
    }
    setSent(true);
  }, []);
  // It was refused, or dismissed.
  const isGone = isSent && entry === undefined;
  const mediaId = entry?.mediaId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: as soon as it is ready, or gone.
  useEffect(() => {
    if (mediaId !== undefined) void replace(mediaId);
    else if (isGone) setTimeout(deleteNode);
  }, [mediaId, isGone]);
  const replace = async (id: string) => {
    const alt = node.attrs['alt'] ?? (await altOf(id).catch(() => undefined));
    const at = getPos();
    if (at === undefined || editor.isDestroyed) return;
    const type = isFile && file.type.startsWith('video/') ? 'video' : 'image';
    const block = { type, mediaId: id, ...(typeof alt === 'string' && type === 'image' && { alt }) };
    const card = editor.schema.node('card', { block });
    // Undoing takes the picture away, as it was inserted in one step.
    editor.view.dispatch(editor.state.tr.replaceWith(at, at + 1, card).setMeta('addToHistory', false));
    if (entry !== undefined) uploads.remove(entry.id);
  };
  return (
    <NodeViewWrapper contentEditable={false}>
      <Paper withBorder p="sm" className="block-card">
        <UploadPanel group={group} />
      </Paper>
    </NodeViewWrapper>
  );
}
