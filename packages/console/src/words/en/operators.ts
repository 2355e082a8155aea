/** What the page of operators says. */
export const operators = {
  title: 'Operators',
  text: 'Who may sign in here, and what they may do in which project.',
  ownersOnly: 'Only owners see and invite operators.',
  invite: 'Invite',
  you: 'You',
  heads: { name: 'Name', roles: 'Roles', state: 'State', actions: 'Actions' },
  invited: (moment: string) => `Invited, until ${moment}`,
  lapsed: 'The invitation has lapsed. Make a new link.',
  seen: (distance: string) => `Last seen ${distance}`,
  unseen: 'Not seen lately',
  actionsFor: (name: string) => `Actions for ${name}`,
  change: 'Name and roles',
  link: 'New link',
  remove: 'Remove',
  cancel: 'Cancel',
  form: {
    invite: 'Invite an operator',
    change: (name: string) => `Name and roles of ${name}`,
    name: 'Name',
    nameHint: 'As others see it',
    operatorId: 'Name to sign in with',
    operatorIdHint: 'Letters, digits and . _ @ + -, as in mia or mia@example.com',
    roles: 'Roles',
    rolesMissing: 'Choose at least one role.',
    rolesNone: 'One role must stay. Remove the operator to take all of them away.',
    roleIn: (project: string) => `Role in ${project}`,
    send: 'Make the invitation',
    save: 'Save',
  },
  issued: {
    title: (name: string) => `Link for ${name}`,
    once: (moment: string, operatorId: string) =>
      `Send this link to them, and to nobody else. They choose a password by it, and sign in as “${operatorId}” from then on. It works once, until ${moment}, and is shown this once only.`,
    link: 'Link',
    notCopied: 'You have not copied the link yet. It can not be shown again, but you can make a new one.',
  },
  again: {
    title: (name: string) => `New link for ${name}?`,
    text: 'They choose a new password by it. Until then the password so far works. A link that was made before ends.',
    confirm: 'Make a link',
  },
  removal: {
    title: (name: string) => `Remove ${name}?`,
    text: 'Their sessions and tokens end at once. What they have written stays. Roles in projects that you do not own stay too.',
    confirm: 'Remove',
  },
  saved: 'Saved.',
  removed: (name: string) => `${name} was removed.`,
};

/** What roles are called, and what they may do. */
export const roles = {
  viewer: 'Viewer',
  editor: 'Editor',
  owner: 'Owner',
  none: 'No role',
  everyProject: 'All projects',
  about: {
    viewer: 'sees everything',
    editor: 'writes and publishes',
    owner: 'also makes keys, operators and spaces',
  },
  in: (role: string, project: string) => `${role}: ${project}`,
};
