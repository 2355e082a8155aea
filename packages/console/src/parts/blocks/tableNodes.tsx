import { ActionIcon, Group, Switch } from '@mantine/core';
import { type Editor, Node } from '@tiptap/core';
import type { Command } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
  tableEditing,
} from '@tiptap/pm/tables';
import {
  NodeViewContent,
  NodeViewWrapper,
  type ReactNodeViewProps,
  ReactNodeViewRenderer,
  useEditorState,
} from '@tiptap/react';
import {
  IconColumnInsertLeft,
  IconColumnInsertRight,
  IconColumnRemove,
  IconRowInsertBottom,
  IconRowInsertTop,
  IconRowRemove,
  IconTableOff,
} from '../../icons/icons.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { goToCell, goToRow, leaveTable } from './caretKeys.ts';
import { InlineField, preventEnterSubmit } from './InlineField.tsx';

const roles: Readonly<Record<string, string>> = { table: 'table', tableRow: 'row', tableCell: 'cell' };

/** A table. Its cells hold inline HTML, and none spans several rows or columns. */
export const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  extendNodeSchema: ({ name }) => (name in roles ? { tableRole: roles[name] } : {}),
  addAttributes: () => ({
    header: {
      default: null,
      parseHTML: (element) => {
        const flag = element.getAttribute('data-header');
        return flag === null ? null : flag === 'true';
      },
      renderHTML: ({ header }) => (typeof header === 'boolean' ? { 'data-header': `${header}` } : {}),
    },
    caption: {
      default: null,
      parseHTML: (element) => element.getAttribute('data-caption'),
      renderHTML: ({ caption }) => (typeof caption === 'string' ? { 'data-caption': caption } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
  addNodeView: () => ReactNodeViewRenderer(TableView, { contentDOMElementTag: 'tbody' }),
  // Otherwise all cells would be selected in its place, and replaced by typing.
  addProseMirrorPlugins: () => [tableEditing({ allowTableNodeSelection: true })],
  addKeyboardShortcuts() {
    const { editor } = this;
    const inTable = (step: (editor: Editor) => boolean) => () => isInTable(editor.state) && step(editor);
    return {
      Tab: inTable(({ view }) => goToCell(view, 1) || (run(editor, addRowAfter) && goToCell(view, 1))),
      'Shift-Tab': inTable(({ view }) => goToCell(view, -1) || true),
      // A cell stays where it is, even an empty one: the editor would take it out of its row.
      Backspace: inTable(isAtStart),
      'Mod-Backspace': inTable(isAtStart),
      Delete: inTable(isAtEnd),
      'Mod-Delete': inTable(isAtEnd),
      'Shift-Enter': inTable((editor) => editor.commands.insertContent({ type: 'hardBreak' })),
      Enter: inTable(({ view }) => goToRow(view, 1) || leaveTable(view, 1)),
    };
  },
});

/** A row of a table. */
export const TableRow = Node.create({
  name: 'tableRow',
  content: 'tableCell+',
  // Typing there would make another column.
  allowGapCursor: false,
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: ({ HTMLAttributes }) => ['tr', HTMLAttributes, 0],
});

/** A cell of a table: inline HTML. */
export const TableCell = Node.create({
  name: 'tableCell',
  content: 'inline*',
  isolating: true,
  // The editor's library for tables expects them.
  addAttributes: () => ({
    colspan: { default: 1, rendered: false, parseHTML: () => 1 },
    rowspan: { default: 1, rendered: false, parseHTML: () => 1 },
    colwidth: { default: null, rendered: false, parseHTML: () => null },
  }),
  parseHTML: () => [{ tag: 'td' }, { tag: 'th' }],
  renderHTML: ({ HTMLAttributes }) => ['td', HTMLAttributes, 0],
});

const isAtStart = ({ state: { selection } }: Editor): boolean =>
  selection.empty && selection.$from.parentOffset === 0;

const isAtEnd = ({ state: { selection } }: Editor): boolean =>
  selection.empty && selection.$from.parentOffset === selection.$from.parent.content.size;

function run(editor: Editor, command: Command): boolean {
  return command(editor.state, editor.view.dispatch);
}

const tools = [
  ['rowAbove', IconRowInsertTop, addRowBefore],
  ['rowBelow', IconRowInsertBottom, addRowAfter],
  ['removeRow', IconRowRemove, deleteRow],
  ['columnBefore', IconColumnInsertLeft, addColumnBefore],
  ['columnAfter', IconColumnInsertRight, addColumnAfter],
  ['removeColumn', IconColumnRemove, deleteColumn],
  ['removeTable', IconTableOff, deleteTable],
] as const;

/** A table, with its tools while the cursor is inside. */
function TableView({ editor, node, getPos, updateAttributes }: ReactNodeViewProps) {
  const texts = useWords().body.table;
  const isInside = useEditorState({
    editor,
    selector: ({ editor: now }) => {
      const start = getPos();
      const { from } = now.state.selection;
      return (
        start !== undefined && from > start && from < start + (now.state.doc.nodeAt(start)?.nodeSize ?? 0)
      );
    },
  });
  const caption: unknown = node.attrs['caption'];
  const hasHeader = node.attrs['header'] === true;
  return (
    <NodeViewWrapper className="block-table" onKeyDown={preventEnterSubmit}>
      <div className="block-table-scroll">
        <NodeViewContent<'table'> as="table" data-header={hasHeader || undefined} />
      </div>
      <div contentEditable={false}>
        {isInside && (
          <Group gap={4} mt={6} role="toolbar" aria-label={texts.tools}>
            {tools.map(([name, Icon, command]) => (
              <ActionIcon
                key={name}
                variant="subtle"
                color={name === 'removeTable' ? 'red' : 'gray'}
                aria-label={texts[name]}
                title={texts[name]}
                // Keeps the cursor in its cell.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  run(editor, command);
                  editor.commands.focus();
                }}
              >
                <Icon size={18} stroke={1.5} />
              </ActionIcon>
            ))}
            <Switch
              size="xs"
              ml="xs"
              label={texts.header}
              checked={hasHeader}
              onChange={({ currentTarget }) => updateAttributes({ header: currentTarget.checked || null })}
            />
          </Group>
        )}
        {(isInside || typeof caption === 'string') && (
          <InlineField
            label={texts.caption}
            htmlLabel={texts.captionHtml}
            value={typeof caption === 'string' ? caption : undefined}
            onChange={(html) => updateAttributes({ caption: html ?? null })}
            isInPlace
          />
        )}
      </div>
    </NodeViewWrapper>
  );
}
