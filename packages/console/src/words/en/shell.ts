/** The frame of every page. */
export const shell = {
  skip: 'Skip to content',
  menu: 'Menu',
  closeMenu: 'Close the menu',
  space: 'Project and space',
  noSpace: 'There is no space yet.',
  noInstance: 'There is no instance for news or banners yet.',
  makeOne: 'Create one',
  findInstance: 'Find an instance',
  overview: 'Overview',
  news: 'News',
  banner: 'Banners',
  media: 'Media',
  categories: 'Categories',
  tags: 'Tags',
  removed: 'Deleted',
  library: 'Library',
  settings: 'Settings',
  keys: 'Keys',
  webhooks: 'Webhooks',
  explorer: 'Explorer',
  operators: 'Operators',
  projects: 'Projects',
  audit: 'Audit log',
  account: 'Your account',
  documentation: 'Documentation',
  language: 'Language',
  colours: 'Colours',
  light: 'Light',
  dark: 'Dark',
  auto: 'System',
  signOut: 'Sign out',
};

export const pageError = {
  title: 'This page could not be shown',
  text: 'The service may have been updated or is unavailable. Reload the page.',
  reload: 'Reload',
};

export const loading = 'Loading';

export const notifications = { close: 'Close' };

export const unsavedChanges = {
  title: 'Leave without saving?',
  text: 'Your unsaved changes will be lost.',
  cancel: 'Stay here',
  confirm: 'Leave',
};

export const json = {
  fold: (name: string) => `Fold ${name}`,
  unfold: (name: string) => `Unfold ${name}`,
  foldAll: 'Fold',
  unfoldAll: 'Unfold all',
  root: 'all',
  ...{ idle: 'Copy', copied: 'Copied', selected: 'Selected: press Ctrl+C to copy' },
  count: (amount: number) => (amount === 1 ? '1 value' : `${amount.toLocaleString('en')} values`),
};

export const errorAlert = { retry: 'Try again' };

export const failure = {
  title: 'Something went wrong',
  silent: 'No response: the service or the network is unavailable. Try again in a moment.',
};

export const search = { clear: 'Clear the search' };

export const dialog = { cancel: 'Cancel' };

/** The states of an item. */
export const states = { live: 'Live', scheduled: 'Scheduled', closed: 'Closed', draft: 'Draft' };

export const readOnly = {
  text: 'You can view this but not change it. An owner can give you another role.',
};

export const snippet = {
  ...{ idle: 'Copy', copied: 'Copied', selected: 'Selected: press Ctrl+C to copy' },
  label: (name: string) => `Copy: ${name}`,
};

export const secret = { done: 'Done', closeAnyway: 'Close anyway' };

export const uses = {
  nowhere: 'It is not used anywhere.',
  defaultOf: (instances: string) => `It is the default picture of ${instances}.`,
  more: (amount: number) => `and ${amount.toLocaleString('en')} more`,
};

export const notFound = {
  title: 'Page not found',
  text: 'It may have been removed, or the URL is wrong.',
  home: 'Overview',
};
