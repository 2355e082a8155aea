/** What is said to those who are not signed in. */
export const signIn = {
  signIn: 'Sign in',
  welcome: 'Welcome',
  ownerText:
    'You are the first here, and will be the owner: choose the name to sign in with, and a password.',
  invitedText: 'Choose a password. It is asked for whenever you sign in.',
  operatorId: 'Name to sign in with',
  operatorIdHint: 'Letters, digits and . _ @ + -, as in ken or ken@example.com',
  name: 'Your name',
  nameHint: 'As others see it',
  password: 'Password',
  passwordHint: 'At least 12 characters. A few words that nobody would guess are best.',
  show: 'Show or hide the password',
  begin: 'Begin',
  open: 'Sign in',
  signedOut: 'You were signed out. Sign in to go on where you were; unsaved work is kept in this tab.',
  wrong: 'Name or password is not right.',
  wait: (seconds: number) =>
    `Too many attempts. Try again in ${seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`}.`,
  used: 'This link was used already, or is too old. Ask an owner for a new one.',
  silent: 'There was no answer: the service, or the network, is away. Try again in a moment.',
  language: 'Language',
  forgotten: 'Forgotten? An owner can give you a new link.',
};
