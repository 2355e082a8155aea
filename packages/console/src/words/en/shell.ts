/** What stands around every page. */
export const shell = {
  skip: 'Skip to content',
  menu: 'Menu',
  space: 'Project and space',
  noSpace: 'There is no space yet.',
  noInstance: 'There is no place for news or banners yet.',
  makeOne: 'Make one',
  findInstance: 'Find an instance',
  overview: 'Overview',
  news: 'News',
  banner: 'Banners',
  media: 'Media',
  categories: 'Categories',
  tags: 'Tags',
  removed: 'Deleted',
  content: 'Content',
  service: 'Service',
  keys: 'Keys',
  explorer: 'Explorer',
  operators: 'Operators',
  places: 'Projects',
  audit: 'Audit log',
  account: 'Your account',
  language: 'Language',
  colours: 'Colours',
  light: 'Light',
  dark: 'Dark',
  auto: 'As the system',
  signOut: 'Sign out',
};

export const pageGuard = {
  title: 'This page could not be shown',
  text: 'The service may have been updated meanwhile, or is away. Load the page again.',
  again: 'Load again',
};

export const notifications = { close: 'Close' };
