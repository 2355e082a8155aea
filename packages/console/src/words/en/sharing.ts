export const mediaRemoval = {
  stillUsed: (count: number) =>
    count === 1
      ? 'It is still used in one place:'
      : `It is still used in ${count.toLocaleString('en')} places:`,
  force: 'Delete it although it is used',
  forceNote:
    'Texts that show it will have a gap there. An item that has it as its own picture keeps it from being deleted.',
  deleteAnyway: 'Delete anyway',
};

export const share = {
  openOnSite: 'Preview on site',
  blocked: 'Your browser has blocked the new tab. Allow pop-ups for this page, and try again.',
  open: 'Share a preview',
  title: 'Share a preview',
  about: 'Anybody with the link sees this item as it was last saved, even a draft, and nothing else.',
  noPage: 'No preview page is set for this instance yet. An owner of the project can set it here.',
  page: 'Preview page of the site',
  pageNote: '{contentId} or {alias} stands for the item, {token} for the secret part of the link.',
  savePage: 'Save',
  life: 'Works for',
  days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  create: 'Create a link',
  link: 'Link',
  once: 'It is shown only now. Copy it before you close this.',
  createdBy: 'Created by',
  expires: 'Works until',
  revoke: 'Revoke',
};
