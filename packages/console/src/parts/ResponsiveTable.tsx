import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

/** A row of a table: one cell per column, or one that spans all of them. */
export type TableRow = { readonly id: string } & (
  | { readonly cells: readonly ReactNode[]; readonly whole?: never }
  | { readonly whole: ReactNode; readonly cells?: never }
);

type Props = {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
};

/**
 * A table that turns into cards on narrow screens. Roles are explicit, because the cards are no longer laid out as a
 * table.
 */
export function ResponsiveTable({ label, columns, rows }: Props) {
  return (
    <div className="responsive-table">
      <Table role="table" aria-label={label} verticalSpacing="sm">
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map((column) => (
              <Table.Th key={column} role="columnheader" scope="col">
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map((row) => (
            <Row key={row.id} columns={columns} row={row} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Row({ columns, row }: { readonly columns: readonly string[]; readonly row: TableRow }) {
  const { cells } = row;
  return (
    <Table.Tr role="row">
      {cells === undefined && (
        <Table.Td role="cell" colSpan={columns.length} ta="start">
          {row.whole}
        </Table.Td>
      )}
      {cells !== undefined &&
        columns.map((column, at) => (
          <Table.Td
            key={column}
            role="cell"
            data-column={column}
            data-empty={isNothing(cells[at]) || undefined}
          >
            {cells[at]}
          </Table.Td>
        ))}
    </Table.Tr>
  );
}

function isNothing(cell: ReactNode): boolean {
  return cell === undefined || cell === null || cell === false || cell === '';
}
