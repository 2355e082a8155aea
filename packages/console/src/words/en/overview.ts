/** The overview. */
export const overview = {
  title: 'Overview',
  shelves: 'Content',
  noShelves: 'There is no space for content yet.',
  fresh: { news: 'New article', banner: 'New banner' },
  noShelvesHint: 'An owner can create spaces and instances under “Projects”.',
  news: 'News',
  banner: 'Banners',
  media: (amount: string) => `Media: ${amount}`,
  category: (amount: string) => `Categories: ${amount}`,
  tag: (amount: string) => `Tags: ${amount}`,
  all: (amount: string) => `Show all ${amount}`,
  traffic: 'Traffic',
  trafficHint: 'Requests from readers in the last five minutes. Measured only while this page is open.',
  measuring: 'Measuring…',
  furtherNodes: (amount: number) =>
    amount === 1 ? '1 more node is not shown.' : `${amount} more nodes are not shown.`,
  charts: {
    requests: 'Requests per second',
    statuses: 'Responses per second, by status',
    latency: 'Response time',
    cache: 'Cache hit rate',
    lag: 'Lag behind the store',
  },
};

/** The first steps. */
export const firstSteps = {
  title: 'First steps',
  text: 'Your own site can read your content in a few minutes.',
  done: 'Done',
  open: 'To do',
  instance: 'Create a news instance',
  instanceText: 'A project has spaces, such as a website; an instance in it holds news or banners.',
  key: 'Create a key',
  keyText: 'Clients use a key and its secret to read content.',
  news: 'Write an article',
  newsText: 'A title, a text and a picture. Publish it now, or choose a time.',
  request: 'Request it',
  requestText: 'Insert the secret that was shown with the key, and run the command below.',
  requestLater: 'The command for it is shown here once there is an instance of news.',
};
