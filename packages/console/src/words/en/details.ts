/** What an article says about itself beside its text. */
export const details = {
  authorsHint: 'Press Enter after each name.',
  excerptHint: 'A short text for lists and feeds. Without one, the first words are used.',
  descriptionHint: 'What search engines show. Without one, the excerpt is used.',
  socialTitleHint: 'Without one, the title is used.',
  socialPictureHint: 'Without one, the picture of the article is used.',
  counted: (used: number, usual: number) =>
    `${used.toLocaleString('en')} of about ${usual.toLocaleString('en')} characters`,
};

/** The picture of an article. */
export const leadPicture = {
  enlarge: 'Show it large',
  reduce: 'Show it small',
  altHint: 'It belongs to the picture, wherever that is used.',
  altSaved: 'The alternative text was saved.',
  needed: 'Needed to publish it.',
  isDefault: 'The default picture is used as long as no other one is chosen.',
  chosenDefault: 'This is the default picture.',
};

/** A proposal for an alias. */
export const aliasProposal = {
  propose: 'Propose from the title',
  readingTitle: 'How is the title read?',
  reading: 'Reading',
  readingHint: 'In kana or in plain letters. Spaces become hyphens.',
  use: 'Use it',
  cancel: 'Cancel',
  nothing: 'Enter a title first.',
  askTitle: 'Change the alias?',
  askText: (old: string, alias: string) =>
    `It is “${old}” now, and would be “${alias}”. Addresses with the old one stop working, unless your site redirects them.`,
  change: 'Change it',
};

/** The default picture of an instance. */
export const defaultPicture = {
  title: 'Default picture',
  about:
    'An article that is published without a picture gets this one. Those that are published already keep what they have.',
  label: 'Default picture',
  save: 'Save',
  saved: (name: string) => `The default picture of ${name} was saved.`,
};
