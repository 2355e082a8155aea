import { body } from './body.ts';
import { preview } from './items.ts';

/** The page that a preview link leads to. It is read by people who have never seen the console. */
export const previewPage = {
  title: 'Preview',
  loading: 'Loading the preview…',
  noScript: 'The preview needs JavaScript.',
  private: 'Only people with this link see this page.',
  draft: 'Draft, not published',
  opens: (when: string) => `Goes live on ${when}`,
  closed: (when: string) => `No longer live since ${when}`,
  live: 'Live: readers see this',
  changed: 'Changes that readers do not see yet',
  takesOver: (when: string) => `Changes that readers will see from ${when}`,
  versions: 'Version to show',
  withChanges: 'With the changes',
  withoutChanges: 'As readers see it now',
  noPicture: 'There is no picture yet.',
  lacks: (parts: readonly string[]) => `Not complete yet. It still needs: ${parts.join(', ')}`,
  parts: { text: 'a text', picture: 'a picture' },
  leadsTo: 'Leads to',
  film: (url: string) => `This browser can’t play the video here: ${url}`,
  ended: {
    title: 'This preview link does not work any more',
    text: 'It has expired or was revoked, or a part of the link is missing. Ask the person who sent it to you for a new one.',
  },
  gone: {
    title: 'There is nothing to preview',
    text: 'What this link leads to was deleted. Ask the person who sent it to you.',
  },
  failed: {
    title: 'The preview can’t be shown right now',
    text: 'The service can’t be reached, or is busy. Try again in a moment.',
  },
  again: 'Try again',
  article: {
    untitled: preview.untitled,
    empty: preview.empty,
    otherBody: preview.otherBody,
    contents: preview.contents,
    sponsored: preview.sponsored,
    elsewhere: preview.elsewhere,
  },
  blocks: {
    ...body.callout.tones,
    ...preview.blocks,
    embedHint: (provider: string) => `This is shown by ${provider}, which will then know that you are here.`,
  },
};
