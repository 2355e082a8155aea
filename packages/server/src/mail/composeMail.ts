import { escapeHtml } from '@newsstand/html';
import type { NewMail } from '../store/Mail.ts';
import { type MailWords, wordsIn } from './words.ts';

/** A mail as it is sent, without sender and recipient. */
export type ComposedMail = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  readonly date: Date;
  readonly headers: Readonly<Record<string, string>>;
};

/** How many events a mail lists. */
const mostListed = 20;
const mostCharacters = 120;

/** What stands in a mail; `domain` is the sender's, and `managementUrl` where the console is. */
export function composeMail(
  { mailId, content, createdAt }: Pick<NewMail, 'mailId' | 'content' | 'createdAt'>,
  language: string | undefined,
  { domain, managementUrl }: { readonly domain: string; readonly managementUrl: string },
): ComposedMail {
  const words = wordsIn(language);
  const { subject, lines } =
    content.type === 'confirm'
      ? confirmation(content.token, words, managementUrl)
      : review(content.events, words, managementUrl);
  return { subject, ...rendered(lines, words.code), ...identity(mailId, domain, createdAt) };
}

function identity(mailId: string, domain: string, createdAt: number) {
  return {
    messageId: `<${mailId}@${domain}>`,
    date: new Date(createdAt),
    // Nobody's absence note answers a mail that says this.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  };
}

/** A mail that only shows that mails arrive. */
export function testMail(mailId: string, domain: string, now: number): ComposedMail {
  const text = 'Mails from Newsstand arrive at this address.';
  return {
    subject: 'Test mail from Newsstand',
    ...rendered([{ text }], 'en'),
    ...identity(mailId, domain, now),
  };
}

type Line = { readonly text: string; readonly url?: string };
type Part = { readonly subject: string; readonly lines: readonly Line[] };

/** Says nothing that whoever asked for it could have written: it may be sent to a stranger. */
function confirmation(token: string, words: MailWords, managementUrl: string): Part {
  const url = `${managementUrl}/console/account#confirm=${token}`;
  return {
    subject: words.confirm.subject,
    lines: [
      { text: words.confirm.text(managementUrl), url },
      { text: words.confirm.until },
      { text: words.confirm.unasked },
    ],
  };
}

type ReviewEvent = Extract<NewMail['content'], { type: 'review' }>['events'][number];

function review(events: readonly ReviewEvent[], words: MailWords, managementUrl: string): Part {
  const said = events.slice(0, mostListed).map((event): Line => {
    const text = words.review[event.event](oneLine(event.by), oneLine(event.title));
    return { text, url: `${managementUrl}${editorPath(event)}` };
  });
  const [first = { text: '' }] = said;
  const further = events.length - said.length;
  const lines = [...said, ...(further === 0 ? [] : [{ text: words.further(further) }])];
  const subject = events.length === 1 ? first.text : words.several(events.length);
  return { subject, lines: [...lines, { text: words.choice, url: `${managementUrl}/console/account` }] };
}

/** The page of the item in the console. */
function editorPath({ item }: ReviewEvent): string {
  const { projectId, spaceId, kind, instanceId, id } = item;
  return `/console/projects/${projectId}/spaces/${spaceId}/${kind}/${instanceId}/items/${id}`;
}

/** A title or name as part of a header: it can neither end the line nor turn it around. */
function oneLine(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_C}]+/gu, ' ').trim();
  const characters = Array.from(plain);
  return characters.length <= mostCharacters ? plain : `${characters.slice(0, mostCharacters - 1).join('')}…`;
}

function rendered(lines: readonly Line[], language: string): Pick<ComposedMail, 'text' | 'html'> {
  const texts = lines.map(({ text, url }) => (url === undefined ? text : `${text}\n${url}`));
  const paragraphs = lines.map(({ text, url }) => {
    const link = url === undefined ? '' : `<br><a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;
    return `<p>${escapeHtml(text)}${link}</p>`;
  });
  const html = `<!doctype html><html lang="${language}"><body>${paragraphs.join('\n')}</body></html>\n`;
  return { text: `${texts.join('\n\n')}\n`, html };
}
