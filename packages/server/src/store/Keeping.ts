import type { Author } from './Store.ts';

/** What a transaction keeps of what it replaces: at most so many versions of a record, by whom, and the revision at which it began. */
export type Keeping = { readonly most: number; readonly by: Author; readonly start: number };
