/** Signing in by OpenID Connect providers. */
export const providers = {
  or: 'or',
  continueWith: (provider: string) => `Continue with ${provider}`,
  passwordsOff: 'Passwords are switched off here.',
  noWay: 'Sign in with a passkey. If you have none, whoever runs the service can create a link:',
  invited: 'Choose how you will sign in from now on.',
  refused: {
    denied: 'The provider did not sign you in. Try again, or sign in in another way.',
    unavailable: 'The provider cannot be reached right now. Try again in a moment.',
    invalid:
      'What the provider sent could not be accepted. Try again; if it stays like this, tell whoever runs the service.',
    expired: 'This sign-in took too long, was used before, or began in another browser. Try again.',
    unknown:
      'Your account at the provider is not linked to an operator here. Sign in in another way and link it on your account page, or ask an owner for a link.',
    no_role: 'You have no role here. Ask an owner, or whoever manages your groups at the provider.',
    email: 'Only verified e-mail addresses of certain domains are allowed here.',
    taken: 'This account at the provider is already linked to another operator.',
    link: 'This link has already been used or has expired. Ask an owner for a new one.',
    second_factor:
      'You have a second factor here. Open the link again, choose another way, and then link this account on your account page.',
    failed: 'Something went wrong. Try again; the log of the service says more.',
  },
  withPasskey: 'Set up a passkey',
  breakGlassText:
    'This link signs you in once, without password and second factor. Afterwards, set up your way to sign in again.',
  breakGlass: 'Sign in now',
  title: 'Sign-in providers',
  text: 'Sign in with an account that you have elsewhere.',
  notLinked: 'Not linked',
  linkedAs: (name: string, moment: string) => `${name}, last used ${moment}`,
  gone: 'This provider is no longer set up.',
  link: 'Link',
  linkLabel: (provider: string) => `Link ${provider}`,
  unlink: 'Unlink',
  unlinkLabel: (name: string) => `Unlink ${name}`,
  unlinkTitle: (name: string) => `Unlink ${name}?`,
  unlinkText: 'You can no longer sign in with this account. Roles that come from it are taken away.',
  unlinked: (name: string) => `${name} was unlinked.`,
  from: (role: string, provider: string) => `${role} (from ${provider})`,
  everywhere: 'Sign out of all sessions',
  everywhereTitle: 'Sign out of all sessions?',
  everywhereText: 'You are signed out in every browser, also here. Tokens for scripts still work.',
};
