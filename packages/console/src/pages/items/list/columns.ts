import type { AppKind } from '@newsstand/contract';
import { useState } from 'react';
import type { SortName } from './listState.ts';

/** The columns beside the title, in their order. */
export const columnNames = ['state', 'category', 'tags', 'author', 'changed', 'opens', 'closes'] as const;
/** A column beside the title. */
export type ColumnName = (typeof columnNames)[number];

/** The order that a heading sorts by. */
export const columnSorts: Readonly<Partial<Record<ColumnName | 'title', SortName>>> = {
  title: 'name',
  changed: 'updated',
  opens: 'published',
  closes: 'closing',
};

const widths: Readonly<Record<ColumnName, string>> = {
  state: '10.5rem',
  category: '8rem',
  tags: '9rem',
  author: '7.5rem',
  changed: '7.5rem',
  opens: '8.5rem',
  closes: '8.5rem',
};

/** The columns that a kind can have. */
export function columnsOf(kind: AppKind): readonly ColumnName[] {
  return columnNames.filter((name) => kind === 'news' || (name !== 'category' && name !== 'tags'));
}

const usual: readonly ColumnName[] = ['state', 'category', 'author', 'changed'];

/** The grid of a row: what is before the title, the title, and the columns. */
export function gridOf(columns: readonly ColumnName[], before: readonly string[]): string {
  return [...before, 'minmax(12rem, 1fr)', ...columns.map((name) => widths[name])].join(' ');
}

/** Which columns are shown. Kept in the browser for each kind: screens differ more than people do. */
export function useColumns(
  kind: AppKind,
): readonly [readonly ColumnName[], (columns: readonly ColumnName[]) => void] {
  const name = `newsstand-columns-${kind}`;
  const [chosen, setChosen] = useState(() => readColumns(localStorage.getItem(name)));
  const set = (columns: readonly ColumnName[]) => {
    localStorage.setItem(name, columns.join(','));
    setChosen(columns);
  };
  return [columnsOf(kind).filter((column) => chosen.includes(column)), set];
}

/** Columns by their names; the usual ones if none were chosen. */
export function readColumns(text: string | null): readonly ColumnName[] {
  if (text === null) return usual;
  const names = text.split(',');
  return columnNames.filter((name) => names.includes(name));
}
