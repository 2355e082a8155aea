import { expect, test } from 'bun:test';
import { outcomeHere } from '../../../../tests/runHere.ts';
import { Refusal, startSmtp } from '../mail/testing/startSmtp.ts';

test('mail test sends a mail, and says why if it cannot, without the password', async () => {
  await using smtp = await startSmtp({ onAuth: ({ username }, _, done) => done(null, { user: username }) });
  const env = {
    NEWSSTAND_SMTP_URL: `smtp://u:hunter2@127.0.0.1:${smtp.port}`,
    NEWSSTAND_MAIL_FROM: 'news@example.com',
  };
  const sent = await outcomeHere(['mail', 'test', 'ken@example.com'], env);
  expect(sent).toMatchObject({
    code: 0,
    stderr: 'The mail server has taken a test mail for ken@example.com.\n',
  });
  expect(smtp.received[0]).toMatchObject({ from: 'news@example.com', to: ['ken@example.com'] });
  expect(smtp.received[0]?.raw).toContain('Subject: Test mail from Newsstand\r\n');
  smtp.onRecipient = () => {
    throw new Refusal(550, 'unknown user, hunter2');
  };
  const refused = await outcomeHere(['mail', 'test', 'ken@example.com'], env);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('550 unknown user');
  expect(refused.stderr).not.toContain('hunter2');
  expect(await outcomeHere(['mail', 'test', 'ken'], env)).toMatchObject({ code: 2 });
  const without = await outcomeHere(['mail', 'test', 'ken@example.com'], {});
  expect(without.stderr).toContain('no mail server is set');
});
