import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Engine, engines, openFresh } from '../../../../tests/engines.ts';
import { inTemporaryFolder } from '../../../../tests/newsstandProcess.ts';
import { until } from '../../../../tests/testing/until.ts';
import type { Operator } from '../store/Admin.ts';
import type { NewMail } from '../store/Mail.ts';
import { openStore } from '../store/openStore.ts';
import type { Store } from '../store/Store.ts';
import { openTemporary } from '../store/sqlite/openSqlite.ts';
import { type MailerOptions, startMailer } from './startMailer.ts';
import { type Received, Refusal, startSmtp } from './testing/startSmtp.ts';

const item = { projectId: 'acme', spaceId: 'web', kind: 'news', instanceId: 'press', id: 'n1' } as const;
const quick = { look: 5, firstRetry: 20, longestRetry: 40 };

const ken: Operator = {
  ...{ operatorId: 'ken', name: 'Ken', createdAt: 1, email: 'ken@example.com' },
  roles: [{ projectId: 'acme', role: 'editor' }],
};

function reviewMail(mailId: string, more: Partial<NewMail> = {}): NewMail {
  const events = [{ event: 'proposed', item, title: mailId, by: 'Mia' } as const];
  const now = Date.now();
  return {
    ...{ mailId, operatorId: 'ken', by: 'mia', createdAt: now, dueAt: now, attempts: 0 },
    ...{ content: { type: 'review', events }, ...more },
  };
}

async function openWorld(opened?: Store) {
  const store = opened ?? (await openTemporary());
  const smtp = await startSmtp();
  const clock = { skew: 0 };
  await store.write((writer) => writer.putOperator(ken));
  return {
    ...{ store, smtp, clock },
    add: (...mails: readonly NewMail[]) =>
      store.write(async (writer) => {
        for (const mail of mails) await writer.addMail(mail);
      }),
    start: (more: Partial<MailerOptions> = {}) =>
      startMailer({
        ...{ store: async () => store, settings: smtp.settings(), now: () => Date.now() + clock.skew },
        ...{ managementUrl: () => 'http://127.0.0.1:4001', onError: () => {}, ...more },
        timing: { ...quick, ...more.timing },
      }),
    isEmpty: () => store.read(async (reader) => (await reader.pendingMails()) === undefined),
    audit: () => store.read((reader) => reader.audit({ most: 9 })),
    async [Symbol.asyncDispose]() {
      await smtp[Symbol.asyncDispose]();
      await store.close();
    },
  };
}

function ids(received: readonly Received[]): readonly string[] {
  return received.map(({ raw }) => /^Message-ID: <([^@]+)@/m.exec(raw)?.[1] ?? '').toSorted();
}

test('sends what is due, and forgets what it said', async () => {
  await using world = await openWorld();
  const { store, smtp } = world;
  const sha256 = createHash('sha256').update('nsm_secret').digest('hex');
  const unconfirmedEmail = { address: 'new@example.com', sha256, expiresAt: 9e15 };
  await store.write((writer) => writer.putOperator({ ...ken, unconfirmedEmail, language: 'ja' }));
  const content = { type: 'confirm', to: 'new@example.com', token: 'nsm_secret' } as const;
  await world.add(reviewMail('a'), reviewMail('b', { content }), reviewMail('c', { dueAt: 9e15 }));
  const mailer = world.start();
  await until('two mails', () => mailer.counts().sent === 2);
  await mailer.stop();
  expect(ids(smtp.received)).toEqual(['a', 'b']);
  expect(smtp.received.map(({ to }) => to[0]).toSorted()).toEqual(['ken@example.com', 'new@example.com']);
  expect(smtp.received.every(({ raw }) => raw.includes('Subject: =?UTF-8?B?'))).toBe(true);
  const [first, second] = await store.read((reader) => Promise.all([reader.mail(1), reader.mail(2)]));
  expect([first?.dueAt, first?.attempts, second?.dueAt]).toEqual([undefined, 1, undefined]);
  expect(JSON.stringify([first, second])).not.toMatch(/secret|new@|title/);
  expect(await store.read((reader) => reader.countMails({ type: 'confirm', since: 0 }))).toBe(1);
  expect(mailer.counts()).toMatchObject({ sent: 2, failed: 0, givenUp: 0, pending: 1 });
});

test('greylisting delays a mail, and a server that is away delays all', async () => {
  await using world = await openWorld();
  let tries = 0;
  world.smtp.onRecipient = () => {
    if (tries++ < 3) throw new Refusal(451, 'try again later');
  };
  await world.add(reviewMail('a'));
  const mailer = world.start();
  await until('the mail', () => mailer.counts().sent === 1);
  await mailer.stop();
  expect([tries, world.smtp.received.length, mailer.counts().failed]).toEqual([4, 1, 3]);
  expect(await world.isEmpty()).toBe(true);
  expect(await world.audit()).toEqual([]);
});

test('a mail that is refused for good is given up at once, any other after a day, and that is audited', async () => {
  await using world = await openWorld();
  world.smtp.onRecipient = () => {
    throw new Refusal(550, 'no such user');
  };
  await world.add(reviewMail('a'));
  const mailer = world.start();
  await until('the end of the refused mail', () => world.isEmpty());
  expect(mailer.counts()).toMatchObject({ failed: 1, givenUp: 1 });
  world.smtp.onRecipient = () => {
    throw new Refusal(451, 'try again later');
  };
  await world.add(reviewMail('b'));
  await until('three failures', () => mailer.counts().failed >= 3);
  expect(mailer.counts().givenUp).toBe(1);
  world.clock.skew = 86_400_000;
  await until('the end of the late mail', () => world.isEmpty());
  await mailer.stop();
  const [late, refused] = await world.audit();
  const entry = { by: 'mail sender', action: 'mail.give_up', target: 'operators/ken' };
  expect(refused).toMatchObject({ ...entry, details: { type: 'review', attempts: 1 } });
  expect(refused?.details?.['error']).toContain('no such user');
  expect(late).toMatchObject(entry);
  expect(world.smtp.received).toEqual([]);
});

test('nobody gets what they no longer want, or may no longer see', async () => {
  await using world = await openWorld();
  const { store } = world;
  const others = [
    { ...ken, operatorId: 'off', reviewMail: false },
    { ...ken, operatorId: 'without', email: undefined },
    { ...ken, operatorId: 'elsewhere', roles: [{ projectId: 'beta', role: 'owner' }] },
    { ...ken, operatorId: 'changed', unconfirmedEmail: { address: 'b@b', sha256: '', expiresAt: 9e15 } },
  ] as const;
  await store.write(async (writer) => {
    for (const each of others) await writer.putOperator(each);
    for (const { operatorId } of others.slice(0, 3))
      await writer.addMail(reviewMail(operatorId, { operatorId }));
    const content = { type: 'confirm', to: 'a@a', token: '' } as const;
    await writer.addMail(reviewMail('changed', { operatorId: 'changed', content }));
    await writer.addMail(reviewMail('fine'));
  });
  const mailer = world.start();
  await until('the end of all mails', () => world.isEmpty());
  await mailer.stop();
  expect(ids(world.smtp.received)).toEqual(['fine']);
});

test.each(engines)('several nodes send each mail once: $name', async (engine: Engine) => {
  await using world = await openWorld(await openFresh(engine));
  const names = Array.from({ length: 30 }, (_, index) => `m${index}`);
  await world.add(...names.map((name) => reviewMail(name)));
  const mailers = [world.start(), world.start(), world.start()];
  await until('the end of all mails', () => world.isEmpty());
  await Promise.all(mailers.map((mailer) => mailer.stop()));
  expect(ids(world.smtp.received)).toEqual(names.toSorted());
});

test('nobody waits for a slow mail server', async () => {
  await using world = await openWorld();
  const { promise, resolve } = Promise.withResolvers<void>();
  let isUnderWay = false;
  world.smtp.onMail = () => {
    isUnderWay = true;
    return promise;
  };
  await world.add(reviewMail('a'));
  const mailer = world.start();
  await until('the start of a mail', () => isUnderWay);
  await world.store.write((writer) => writer.putOperator({ ...ken, name: 'K' }));
  expect(mailer.counts().sent).toBe(0);
  resolve();
  await until('the end of the mail', () => world.isEmpty());
  await mailer.stop();
});

test('killed after sending, before noting it: another node sends it again with the same Message-ID', async () => {
  await inTemporaryFolder(async (folder) => {
    const url = `sqlite:${join(folder, 'store.db')}`;
    await using world = await openWorld(await openStore(url));
    await world.add(reviewMail('a'));
    const program = join(import.meta.dir, 'testing/mailerProcess.ts');
    const killed = Bun.spawn([process.execPath, program, url, `${world.smtp.port}`]);
    world.smtp.onMail = async () => {
      killed.kill('SIGKILL');
      await killed.exited;
    };
    await until('the mail of the process', () => world.smtp.received.length === 1);
    world.smtp.onMail = () => {};
    const mailer = world.start();
    // As long as the lease lasts, it may still be under way.
    await Bun.sleep(50);
    expect(world.smtp.connections()).toBe(1);
    world.clock.skew = 120_000;
    await until('the end of the mail', () => world.isEmpty());
    await mailer.stop();
    expect(ids(world.smtp.received)).toEqual(['a', 'a']);
  });
});
