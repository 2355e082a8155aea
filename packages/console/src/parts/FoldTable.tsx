import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

/** A row of a table: one cell for each head, or one that takes the place of all of them. */
export type FoldRow = { readonly id: string } & (
  | { readonly cells: readonly ReactNode[]; readonly whole?: never }
  | { readonly whole: ReactNode; readonly cells?: never }
);

type Props = {
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly FoldRow[];
};

/** A table that folds into cards where there is little room. Said to be a table, since folded it would not be taken for one. */
export function FoldTable({ label, heads, rows }: Props) {
  return (
    <div className="fold-table">
      <Table role="table" aria-label={label} verticalSpacing="sm">
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {heads.map((head) => (
              <Table.Th key={head} role="columnheader" scope="col">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map((row) => (
            <Row key={row.id} heads={heads} row={row} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Row({ heads, row }: { readonly heads: readonly string[]; readonly row: FoldRow }) {
  const { cells } = row;
  return (
    <Table.Tr role="row">
      {cells === undefined && (
        <Table.Td role="cell" colSpan={heads.length} ta="start">
          {row.whole}
        </Table.Td>
      )}
      {cells !== undefined &&
        heads.map((head, at) => (
          <Table.Td key={head} role="cell" data-head={head} data-empty={isNothing(cells[at]) || undefined}>
            {cells[at]}
          </Table.Td>
        ))}
    </Table.Tr>
  );
}

function isNothing(cell: ReactNode): boolean {
  return cell === undefined || cell === null || cell === false || cell === '';
}
