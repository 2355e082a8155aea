/** Where operators are signed in. */
export const sessions = {
  title: 'Sessions',
  titleOf: (name: string) => `${name}’s sessions`,
  text: 'Where you are signed in. If you do not recognise a session, end it and change your password.',
  open: 'Sessions',
  none: 'Not signed in anywhere.',
  columns: { device: 'Device', created: 'Signed in', used: 'Last used', actions: 'Actions' },
  device: (browser: string, system: string) => `${browser} on ${system}`,
  unknown: 'Unknown device',
  isThis: 'This session',
  from: (when: string, address: string) => `${when}, from ${address}`,
  end: 'End',
  endLabel: (device: string) => `End the session: ${device}`,
  endOne: 'End this session?',
  endOneText: (device: string) => `${device} is signed out immediately.`,
  endOthers: 'End all other sessions',
  endAll: 'End all sessions',
  endOthersTitle: 'End all other sessions?',
  endAllTitle: (name: string) => `End all sessions of ${name}?`,
  endAllText: 'These browsers are signed out immediately. Tokens for scripts keep working.',
  ended: (count: number) => (count === 1 ? 'One session has ended.' : `${count} sessions have ended.`),
};

/** How an operator is removed. */
export const erasure = {
  label: 'Name in the audit log and in versions',
  keep: 'Keep the name',
  keepText: 'The history still says who did what.',
  erase: 'Erase personal data',
  eraseText:
    'A pseudonym such as “former operator 7f3a” takes the place of the name everywhere, and the addresses of their sign-ins are deleted. The audit log can still be verified. This cannot be undone.',
  confirm: 'Remove and erase',
};
