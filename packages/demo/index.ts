/** The demo content: news, banners and media of a small coffee roaster that does not exist. */
export const demo = {
  space: { projectId: 'demo', spaceId: 'web' },
  /** A file for `newsstand import`; the media it names are beside it. */
  records: new URL('records.ndjson', import.meta.url),
  /** Times in the records are relative to this moment: it stands for the first start. */
  writtenFor: 1_700_000_000_000,
} as const;
