import { expect, test } from 'bun:test';
import type { AuditView } from '@newsstand/contract/manage';
import { languageNames, loadWords } from '../../words/languages.ts';
import { auditHref, auditNotes, auditSentence } from './auditSentence.ts';

await Promise.all(languageNames.map(loadWords));

function entry(action: string, target: string, more: Partial<AuditView> = {}): AuditView {
  return { number: 1, at: 0, by: 'ken', action, target, hash: '', ...more };
}

test('an entry is a sentence in either language', () => {
  const published = entry('news.publish', 'web/news/press/a', { details: { name: 'Launch' } });
  expect(auditSentence(published, 'en')).toBe('ken published the article “Launch”');
  const nameOf = (id: string) => (id === 'ken' ? 'Ken Sato' : id);
  expect(auditSentence(published, 'en', nameOf)).toBe('Ken Sato published the article “Launch”');
  expect(auditSentence(published, 'ja')).toBe('kenが記事「Launch」を公開しました');
  const revoked = entry('key.revoke', 'keys/nsk_1', { by: 'command line', details: { name: 'site' } });
  expect(auditSentence(revoked, 'en')).toBe('The command line revoked the key “site”');
  const off = entry('webhook.disable', 'webhooks/wh_1', {
    by: 'webhook sender',
    details: { host: 'a.test' },
  });
  expect(auditSentence(off, 'en')).toBe('The service switched off the webhook of a.test');
  expect(auditSentence(off, 'ja')).toBe('サービスがa.testのWebhookを停止しました');
  expect(auditSentence(entry('instance.create', 'web/news/press'), 'en')).toBe(
    'ken created the instance web/news/press',
  );
  expect(auditSentence(entry('session.refused', 'operators/mia', { by: 'nobody' }), 'en')).toBe(
    'Someone failed to sign in as mia',
  );
});

test('unknown actions are shown as they are, whatever their names', () => {
  for (const action of ['news.fold', 'thing.put', 'constructor', 'toString.valueOf', '']) {
    expect(auditSentence(entry(action, 'x'), 'en')).toBe(`ken: ${action}`);
  }
  expect(auditSentence(entry('session.open', 'x', { by: 'constructor' }), 'en')).toBe(
    'constructor signed in',
  );
});

test('notes name the role, the address and the batch', () => {
  const details = { role: 'editor', address: '10.0.0.1', isBatch: true };
  expect(auditNotes(entry('news.put', 'x', { details }), 'en')).toEqual([
    'Editor',
    'from 10.0.0.1',
    'in a batch',
  ]);
  expect(auditNotes(entry('news.put', 'x', { details: { role: 'king', address: 5 } }), 'en')).toEqual([]);
});

test('an entry links to its target if the target still exists', () => {
  const hrefOf = (action: string, target: string) => auditHref(entry(action, target, { projectId: 'acme' }));
  const web = '/projects/acme/spaces/web';
  expect(hrefOf('news.put', 'web/news/press/a')).toBe(`${web}/news/press/items/a`);
  expect(hrefOf('instance.create', 'web/banner/top')).toBe(`${web}/banner/top`);
  expect(hrefOf('media.put', 'web/media/m1')).toBe(`${web}/media/m1`);
  expect(hrefOf('tag.create', 'web/tag/t1')).toBe(`${web}/tags`);
  expect(hrefOf('news.delete', 'web/news/press/a')).toBeUndefined();
  expect(hrefOf('webhook.test', 'webhooks/wh_1')).toBe('/webhooks/acme/wh_1');
  expect(hrefOf('webhook.remove', 'webhooks/wh_1')).toBeUndefined();
  expect(hrefOf('key.create', 'keys/nsk_1')).toBeUndefined();
  expect(auditHref(entry('session.open', 'operators/ken'))).toBeUndefined();
});
