/** Choosing roles in places. */
export const rolePicker = {
  add: 'Add a space or instance…',
  nothing: 'No such place',
};

/** The page that says who can do what. */
export const permissions = {
  title: 'Who can do what, and why',
  text: 'A role in a place covers everything inside of it.',
  place: 'Place',
  columns: { name: 'Name', can: 'What they can do here', why: 'Why' },
  you: 'You',
  partly: 'Only parts of it',
  nobody: 'Nobody has a role here.',
  given: (by: string, moment: string) => `given by ${by}, ${moment}`,
  givenAt: (moment: string) => `given ${moment}`,
  byProvider: (provider: string) => `by the claims of ${provider}, at each sign-in`,
  unknown: 'given before this was recorded',
  commandLine: 'the command line',
  own: 'You see your own roles. Owners see those of everybody.',
  further:
    'You see the roles in places that you own. Others may have access by a role in a wider place, such as all projects.',
  link: 'Who can do what',
  ownLink: 'What you can do, and why',
};

/** What a token may do. */
export const tokenScopes = {
  column: 'Can do at most',
  all: 'whatever you can do',
  limit: 'Limit what it can do',
  limitHint: 'Recommended: a token that leaks can then do less harm.',
  roles: 'What it can do at most',
  missing: 'Choose at least one role.',
};

/** Why something cannot be changed. */
export const limits = {
  writer: 'You write drafts here; an editor publishes them.',
  mediaAdded: 'You can add media, but not change those of others. That needs the role Editor in this space.',
};
