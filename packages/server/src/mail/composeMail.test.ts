import { expect, test } from 'bun:test';
import { composeMail } from './composeMail.ts';

const item = { projectId: 'acme', spaceId: 'web', kind: 'news', instanceId: 'press', id: 'n1' } as const;
const place = { domain: 'example.com', managementUrl: 'https://console.example.com' };
const base = { mailId: 'abc', createdAt: 0 };
const event = (title: string) => ({ event: 'returned', item, title, by: 'Mia' }) as const;
const link = 'https://console.example.com/console/projects/acme/spaces/web/news/press/items/n1';

test('tells who did what, with a link, in the language of the reader', () => {
  const content = { type: 'review', events: [event('Summer')] } as const;
  const english = composeMail({ ...base, content }, 'fr', place);
  expect(english.subject).toBe('Mia has sent back “Summer”');
  expect(english.text).toContain(`Mia has sent back “Summer”\n${link}\n`);
  expect(english.html).toContain(`<a href="${link}">`);
  const japanese = composeMail({ ...base, content }, 'ja', place);
  expect(japanese.subject).toBe('Miaさんが「Summer」の申請を差し戻しました');
  expect(japanese.html).toContain('<html lang="ja">');
  expect(japanese.messageId).toBe('<abc@example.com>');
});

test('several events are one mail, which lists the first twenty', () => {
  const events = Array.from({ length: 23 }, (_, index) => event(`No. ${index}.`));
  const { subject, text } = composeMail({ ...base, content: { type: 'review', events } }, 'en', place);
  expect(subject).toBe('23 updates in reviews');
  expect(text).toContain('No. 19.');
  expect(text).not.toContain('No. 20.');
  expect(text).toContain('And 3 more.');
});

test('long titles are cut, and every title stays on one line', () => {
  const content = { type: 'review', events: [event(`a\r\nb\u2029${'😀'.repeat(200)}`)] } as const;
  const { subject } = composeMail({ ...base, content }, 'en', place);
  expect(subject).not.toMatch(/[\r\n\u2029]/);
  expect(subject.isWellFormed()).toBe(true);
  expect(Array.from(subject).length).toBeLessThan(160);
});

test('a confirmation says nothing that the one who asked for it has written', () => {
  const content = { type: 'confirm', to: 'ken@example.com', token: 'nsm_x' } as const;
  const { subject, text } = composeMail({ ...base, content }, undefined, place);
  expect(subject).toBe('Confirm your e-mail address');
  expect(text).toContain('https://console.example.com/console/account#confirm=nsm_x\n');
});
