/** The demo content: news, banners and media of a small coffee roaster that does not exist. */
export const demo = {
  space: { projectId: 'demo', spaceId: 'web' },
  /** Times in the records are relative to this moment: it stands for the first start. */
  writtenFor: 1_700_000_000_000,
  /** What to request to see something. */
  sample: {
    news: { instanceId: 'press', contentId: 'autumn-blend' },
    banners: { instanceId: 'top', contentId: 'autumn' },
    media: { mediaId: 'roastery' },
    query: { size: '3', includeCategory: 'true', includeTags: 'true' },
  },
} as const;
