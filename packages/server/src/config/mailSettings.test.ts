import { expect, test } from 'bun:test';
import { ConfigError, readConfig } from './readConfig.ts';

const from = 'Newsstand <news@example.com>';

function serverOf(url: string) {
  return readConfig({ NEWSSTAND_SMTP_URL: url, NEWSSTAND_MAIL_FROM: from }).mail?.server;
}

function messageOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

test('a mail server is reached by TLS, unless it is on this machine or that is switched off', () => {
  const nobody = { user: undefined, password: undefined };
  expect(serverOf('smtp://u:p%40%20x@mail.example.com')).toEqual({
    ...{ host: 'mail.example.com', port: 587, security: 'starttls', user: 'u', password: 'p@ x' },
  });
  expect(serverOf('smtps://mail.example.com/')).toEqual({
    ...{ host: 'mail.example.com', port: 465, security: 'tls', ...nobody },
  });
  const securityOf = (url: string) => serverOf(url)?.security;
  expect(securityOf('smtp://10.0.0.5:25')).toBe('starttls');
  expect(securityOf('smtp://10.0.0.5:25?tls=off')).toBe('none');
  expect(securityOf('smtp://127.0.0.1:25')).toBe('none');
  expect(securityOf('smtp://localhost')).toBe('none');
  expect(serverOf('smtp://[::1]:25')).toMatchObject({ host: '::1', security: 'none' });
  expect(securityOf('smtp://localhost?tls=required')).toBe('starttls');
});

test.each([
  ...['mail.example.com', 'http://mail.example.com', 'smtp://', 'smtp://hunter2@h', 'smtp://:hunter2@h'],
  ...['smtp://u:hunter2@h?tls=maybe', 'smtps://u:hunter2@h?tls=off', 'smtp://u:hunter2@h/path', 'smtp://h#x'],
  ...['smtp://u:hunter2%zz@h', 'smtp://u:hunter2@h:99999', 'smtp://h x'],
])('refuses the mail server %s without repeating it', (url) => {
  const message = messageOf({ NEWSSTAND_SMTP_URL: url, NEWSSTAND_MAIL_FROM: from });
  expect(message).toContain('NEWSSTAND_SMTP_URL must be smtp://');
  expect(message).not.toContain('hunter2');
});

test('the sender is an address, with or without a name', () => {
  const senderOf = (text: string) =>
    readConfig({ NEWSSTAND_SMTP_URL: 'smtp://localhost', NEWSSTAND_MAIL_FROM: text }).mail?.from;
  expect(senderOf('news@example.com')).toEqual({ name: '', address: 'news@example.com' });
  expect(senderOf('ニュース <news@example.com>')).toEqual({ name: 'ニュース', address: 'news@example.com' });
  for (const bad of ['news', 'a@b, c@d', 'A\r\nBcc: x <a@b>', '<a@b> x', '"a" <a@b>', 'a@b@c']) {
    const message = messageOf({ NEWSSTAND_SMTP_URL: 'smtp://localhost', NEWSSTAND_MAIL_FROM: bad });
    expect(message).toContain('NEWSSTAND_MAIL_FROM must be an address');
  }
});

test('neither goes without the other', () => {
  expect(messageOf({ NEWSSTAND_SMTP_URL: 'smtp://localhost' })).toContain('needs NEWSSTAND_MAIL_FROM too');
  expect(messageOf({ NEWSSTAND_MAIL_FROM: from })).toContain('needs NEWSSTAND_SMTP_URL too');
});
