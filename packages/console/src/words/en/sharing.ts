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

/** Where preview links of an instance lead. */
export const previewSettings = {
  title: (name: string) => `Preview page of ${name}`,
  open: 'Preview page',
  openLabel: (name: string) => `Preview page of ${name}`,
  own: 'Links open a preview page of this service.',
  site: (host: string) => `Links open your site, ${host}.`,
  change: 'Change',
  label: 'Preview page of your site',
  note: 'Leave it empty to use the preview page of this service. {contentId} or {alias} stands for the item, {token} for the secret part of the link.',
  wrong:
    'Enter an http or https address with {token} after the host, as in https://example.com/preview/{contentId}?token={token}',
  save: 'Save',
};

export const share = {
  openOnSite: 'Preview on site',
  openOwn: 'Open preview',
  blocked: 'Your browser has blocked the new tab. Allow pop-ups for this page, and try again.',
  open: 'Share a preview',
  title: 'Share a preview',
  about:
    'Anybody with the link sees this item as it was last saved, even a draft, and nothing else. A draft without a text or a picture can be shared too: the page shows what is missing.',
  life: 'Works for',
  days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  create: 'Create and copy a link',
  copied: 'Copied.',
  ownPage:
    'It opens the preview page of the service, since your site can’t show a draft without a text or a picture.',
  link: 'New link',
  once: 'It is shown only now. Copy it before you close this.',
  links: 'Links that work now',
  none: 'There are no links to this item.',
  createdBy: 'Created by',
  expires: 'Expires',
  revoke: 'Revoke',
  revokeLabel: (until: string) => `Revoke the link that expires on ${until}`,
};
