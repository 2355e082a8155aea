import type { OperationName, SampleRequest } from '@newsstand/contract/plain';

const space = { projectId: 'demo', spaceId: 'web' } as const;

/** A request of each operation that finds something in the demo content. */
export const demoRequests: Readonly<Record<OperationName, Pick<SampleRequest, 'path' | 'query'>>> = {
  listNews: {
    path: { ...space, instanceId: 'press-ja' },
    query: { search: '京都', size: '2', sort: 'createdAt:desc,name:asc', includeTags: 'true' },
  },
  getNews: { path: { ...space, instanceId: 'press', contentId: 'kyoto-roastery' } },
  listBanners: { path: { ...space, instanceId: 'top' }, query: { size: '2' } },
  getBanner: { path: { ...space, instanceId: 'top', contentId: 'tour' } },
  listMedia: { path: space, query: { mediaIds: 'm-roastery,m-film' } },
  getMedia: { path: { ...space, mediaId: 'roastery' } },
  listCategories: { path: space, query: { sort: 'name:asc' } },
  listTags: { path: space, query: { size: '3', sort: 'name:asc' } },
};

/** A request for events of the demo content. */
export const demoSubscription = { path: space, query: { kinds: 'news,banner' } } as const;
