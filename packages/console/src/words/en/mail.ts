/** E-mail in the account. */
export const mail = {
  title: 'E-mail',
  off: 'This service is not set up to send mail.',
  address: 'E-mail address',
  hint: 'Only owners see it. Clear it to get no mail.',
  save: 'Save address',
  removed: 'Your address was removed.',
  sent: (address: string) => `We sent a link to ${address}. Open it within a day to use this address.`,
  again: 'Send the link again',
  review: 'Tell me about reviews',
  reviewHint: 'When something is proposed to you, and when your proposals are answered.',
  saved: 'Saved.',
  confirmTitle: 'Confirm your address',
  confirmText: (address: string) => `Use ${address} for your mails?`,
  confirm: 'Use this address',
  confirmed: (address: string) => `Your mails now go to ${address}.`,
  expired: 'This link has been used or has expired. Enter your address again to get a new one.',
};
