import { randomBytes } from 'node:crypto';
import { isEmail } from '@newsstand/contract/text';
import type { Command } from 'commander';
import { testMail } from '../mail/composeMail.ts';
import { MailError, sendMail } from '../mail/sendMail.ts';
import { Failure } from './Failure.ts';
import { addExamples, addSettings, configOf } from './options.ts';
import { note } from './output.ts';

/** Adds `mail` and its command. */
export function addMailCommand(program: Command): void {
  const mail = program.command('mail').description('check the mail server');
  addExamples(mail, 'newsstand mail test ken@example.com');
  const command = mail
    .command('test')
    .description('send a test mail now, with the settings of the service')
    .argument('<address>', 'the address to send it to');
  addExamples(command, 'newsstand mail test ken@example.com');
  addSettings(command, ['smtpUrl', 'mailFrom']).action(() => test(command));
}

/** `mail test` */
async function test(command: Command): Promise<void> {
  const [address = ''] = command.args;
  if (!isEmail(address)) throw new Failure('the address must be like ken@example.com', 2);
  const { mail } = configOf(command);
  if (mail === undefined) {
    throw new Failure('no mail server is set: give --smtp-url and --mail-from, or set NEWSSTAND_SMTP_URL', 2);
  }
  const domain = mail.from.address.split('@')[1] ?? '';
  const composed = testMail(randomBytes(18).toString('base64url'), domain, Date.now());
  await sendMail(mail, address, composed).catch((error: unknown) => {
    if (!(error instanceof MailError)) throw error;
    throw new Failure(`the mail was not sent: ${error.message}`);
  });
  note(`The mail server has taken a test mail for ${address}.`);
}
