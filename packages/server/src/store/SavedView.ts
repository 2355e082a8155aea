import { z } from 'zod';

/** A view of a list that the operators of an instance share. */
export type SavedView = {
  readonly viewId: string;
  readonly name: string;
  /** The filters and the order, as in the query of the list. */
  readonly address: string;
  /** The names of the columns to show. */
  readonly columns: readonly string[];
};

/** The views of an instance, as they are stored and copied. */
export const savedViews = z.array(
  z.object({ viewId: z.string(), name: z.string(), address: z.string(), columns: z.array(z.string()) }),
);

/** Views as databases store them; null for none. */
export function encodeViews(views: readonly SavedView[]): string | null {
  return views.length === 0 ? null : JSON.stringify(savedViews.parse(views));
}

/** Reads stored views. */
export function decodeViews(text: string | null | undefined): readonly SavedView[] {
  return text == null ? [] : savedViews.parse(JSON.parse(text));
}
