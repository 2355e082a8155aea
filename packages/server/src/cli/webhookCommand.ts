import { randomBytes } from 'node:crypto';
import { webhookOrder } from '@newsstand/contract/manage';
import type { Command } from 'commander';
import { deliveryView, webhookView } from '../management/api/webhooks/webhookHandlers.ts';
import { withStore } from '../store/openStore.ts';
import type { Store, StoreReader, Writer } from '../store/Store.ts';
import type { Delivery, NewDelivery, Webhook } from '../store/Webhook.ts';
import { describeIssues } from '../transfer/ndjson/describeIssues.ts';
import { sendTest } from '../webhooks/attemptCall.ts';
import { refusalOfUrl } from '../webhooks/callUrl.ts';
import {
  addDelivery,
  addMadeTest,
  createWebhook,
  disableWebhook,
  enableWebhook,
  type IssuedWebhook,
  replayOf,
  rotateWebhook,
  webhookAudit,
} from '../webhooks/changeWebhooks.ts';
import { Failure } from './Failure.ts';
import { addExamples, addSettings, configOf, isOn, storeSettings, textOption } from './options.ts';
import { formatMinute, formatTable, note, print, printJson } from './output.ts';
import { formatGrant, grantOf, readPlace } from './parseGrant.ts';
import { parseDuration } from './parseMoment.ts';
import { writeAudited } from './writeAudited.ts';

const source = { now: Date.now, random: randomBytes };

/** Adds `webhook` and its commands. */
export function addWebhookCommand(program: Command): void {
  const webhook = program
    .command('webhook')
    .description('manage the URLs that are called when content changes, opens or closes');
  addExamples(
    webhook,
    'newsstand webhook create --url https://example.com/hook --project acme',
    'newsstand webhook log wh_…',
  );
  addCreate(webhook);
  addSimple(webhook, 'list', 'list all webhooks', listWebhooks);
  addTest(webhook);
  addLog(webhook);
  addReplay(webhook);
  addRotate(webhook);
  addOne(webhook, 'enable', 'switch a webhook on; it first gets a reset, to reload everything', enable);
  addOne(webhook, 'disable', 'switch a webhook off; pending calls are cancelled', disable);
  addOne(webhook, 'remove', 'remove a webhook and its log', remove);
}

function addCreate(webhook: Command): void {
  const command = webhook
    .command('create')
    .description('create a webhook and its secret; the secret is shown only once')
    .requiredOption('--url <url>', 'where to send calls, https or http')
    .requiredOption('--project <id>', 'the project whose events it gets')
    .option('--space <id>', 'only this space of the project')
    .option('--instance <id>', 'only this instance in the space')
    .option('--kinds <list>', 'only these kinds, such as news,banner (default: all)')
    .option(
      '--events <list>',
      'only these events: opened, changed, closed, removed (default: all of them), review.proposed, review.returned, review.published, review.commented',
    )
    .option('--build', 'gather a burst of events into one call, to start a build')
    .option('--drafts', 'also tell of what is not live')
    .option('--json', 'print {"webhookId", "secret"}');
  addExamples(
    command,
    'newsstand webhook create --url https://example.com/hook --project acme --kinds news --events opened,closed',
    'newsstand webhook create --url https://build.example.com/start --project acme --space web --build',
  );
  addSettings(command, [...storeSettings, 'webhookPrivate']).action(() => create(command));
}

function addTest(webhook: Command): void {
  const command = webhook
    .command('test')
    .description('send a test event now, and print what comes back')
    .argument('<webhook>', 'the webhook, wh_…')
    .option('--json', 'print an object');
  addExamples(command, 'newsstand webhook test wh_…');
  addSettings(command, [...storeSettings, 'webhookPrivate']).action(() => test(command));
}

function addLog(webhook: Command): void {
  const command = webhook
    .command('log')
    .description('list the calls of a webhook, the newest first')
    .argument('<webhook>', 'the webhook, wh_…')
    .option('--size <number>', 'how many, up to 1000', '20')
    .option('--json', 'print an array, with what was sent and what came back');
  addExamples(command, 'newsstand webhook log wh_… --size 100');
  addSettings(command, storeSettings).action(() => log(command));
}

function addReplay(webhook: Command): void {
  const command = webhook
    .command('replay')
    .description('send a call again; the running service sends it')
    .argument('<number>', 'the number of the call in the log');
  addExamples(command, 'newsstand webhook replay 17');
  addSettings(command, storeSettings).action(() => replay(command));
}

function addRotate(webhook: Command): void {
  const command = webhook
    .command('rotate')
    .description('give a webhook a new secret; calls are signed with both for the grace period')
    .argument('<webhook>', 'the webhook, wh_…')
    .option('--grace <duration>', 'how long the old secret still signs, such as 24h or 0s', '24h')
    .option('--json', 'print {"webhookId", "secret"}');
  addExamples(command, 'newsstand webhook rotate wh_… --grace 7d');
  addSettings(command, storeSettings).action(() => rotate(command));
}

function addSimple(
  webhook: Command,
  name: string,
  description: string,
  run: (command: Command) => Promise<void>,
): void {
  const command = webhook.command(name).description(description).option('--json', 'print an array');
  addExamples(command, `newsstand webhook ${name}`);
  addSettings(command, storeSettings).action(() => run(command));
}

function addOne(
  webhook: Command,
  name: string,
  description: string,
  run: (command: Command) => Promise<void>,
): void {
  const command = webhook.command(name).description(description).argument('<webhook>', 'the webhook, wh_…');
  addExamples(command, `newsstand webhook ${name} wh_…`);
  addSettings(command, storeSettings).action(() => run(command));
}

/** Opens the store for some work. */
function inStore<T>(command: Command, work: (store: Store) => Promise<T>): Promise<T> {
  return withStore(configOf(command).databaseUrl, work);
}

/** `webhook create` */
async function create(command: Command): Promise<void> {
  const place = readPlace(command);
  const { projectId, ...scope } = grantOf(place.project ?? '', place.space, place.instance);
  const list = (name: string) => textOption(command, name)?.split(',');
  const order = {
    ...{ url: textOption(command, 'url'), ...scope, kinds: list('kinds'), events: list('events') },
    ...{ build: isOn(command, 'build'), drafts: isOn(command, 'drafts') },
  };
  const read = webhookOrder.safeParse(order);
  if (!read.success) {
    const [fault] = describeIssues(webhookOrder, order, read.error.issues);
    throw new Failure(`--${fault?.path.split(/[.[]/)[0] || 'url'}: ${fault?.message}`, 2);
  }
  const refusal = refusalOfUrl(read.data.url, { allowsPrivate: configOf(command).webhookPrivate });
  if (refusal !== undefined) throw new Failure(`--url: ${refusal.message}`, 2);
  await inStore(command, async (store) => {
    const issued = await writeAudited(
      store,
      (writer) => createWebhook(writer, { ...read.data, projectId }, source),
      ({ webhook }) => [webhookAudit('create', webhook)],
    );
    await printSecret(issued, isOn(command, 'json'));
  });
}

/** `webhook list` */
async function listWebhooks(command: Command): Promise<void> {
  const { webhooks, pending } = await inStore(command, (store) =>
    store.read(async (reader) => ({
      webhooks: await reader.webhooks(),
      pending: await reader.pendingCalls(),
    })),
  );
  const views = webhooks.map((webhook) => webhookView(webhook, pending, Date.now()));
  if (isOn(command, 'json')) return printJson(views);
  if (views.length === 0) return note('There are no webhooks yet; create one with newsstand webhook create.');
  const rows = views.map((view) => [
    ...[view.webhookId, formatGrant(view), view.build ? 'build' : 'events'],
    ...[
      view.disabledAt === undefined ? 'on' : 'off',
      `${view.pending}`,
      formatMinute(view.createdAt),
      view.url,
    ],
  ]);
  await print(formatTable(['WEBHOOK', 'SCOPE', 'TYPE', 'STATE', 'PENDING', 'CREATED', 'URL'], rows));
}

/** `webhook test` */
async function test(command: Command): Promise<void> {
  const calls = { allowsPrivate: configOf(command).webhookPrivate };
  await inStore(command, async (store) => {
    const webhook = await store.read((reader) => findWebhook(reader, command.args[0]));
    const made = await sendTest(webhook, calls, source);
    const added = await writeAudited(
      store,
      async (writer) => addMadeTest(writer, await findWebhook(writer, webhook.webhookId), made),
      () => [webhookAudit('test', webhook)],
    );
    if (isOn(command, 'json')) await printJson(deliveryView(added));
    else await print(`${outcomeOf(made)}, ${made.milliseconds ?? 0} ms\n`);
    if (made.state !== 'delivered') throw new Failure('the receiver has not accepted the test event');
  });
}

function outcomeOf({ status, error }: NewDelivery): string {
  return status === undefined ? (error ?? 'no response') : `status ${status}`;
}

/** `webhook log` */
async function log(command: Command): Promise<void> {
  const most = Number(textOption(command, 'size'));
  if (!Number.isInteger(most) || most < 1 || most > 1000)
    throw new Failure('--size must be a whole number from 1 to 1000', 2);
  const list = await inStore(command, (store) =>
    store.read(async (reader) => {
      const { webhookId } = await findWebhook(reader, command.args[0]);
      return reader.deliveries(webhookId, { most });
    }),
  );
  if (isOn(command, 'json')) return printJson(list.map(deliveryView));
  if (list.length === 0) return note('Nothing was sent yet.');
  const rows = list.map((each) => [
    ...[`${each.number}`, formatMinute(each.createdAt), each.type, each.thing, each.state],
    ...[`${each.attempts}`, each.attempts === 0 ? '' : outcomeOf(each)],
  ]);
  await print(formatTable(['NUMBER', 'CREATED', 'TYPE', 'ABOUT', 'STATE', 'ATTEMPTS', 'LAST'], rows));
}

/** `webhook replay` */
async function replay(command: Command): Promise<void> {
  const { number } = await changeOne(command, 'replay', async (writer) => {
    const found = await writer.delivery(Number(command.args[0]) || 0);
    if (found === undefined) throw new Failure('there is no such call; newsstand webhook log shows them');
    const webhook = await findWebhook(writer, found.webhookId);
    if (webhook.disabledAt !== undefined)
      throw new Failure('its webhook is switched off; switch it on with newsstand webhook enable');
    const added: Delivery = await addDelivery(writer, replayOf(found, Date.now()));
    return { webhook, number: added.number };
  });
  note(`It is sent again, as number ${number}, as soon as the service runs.`);
}

/** `webhook rotate` */
async function rotate(command: Command): Promise<void> {
  const grace = parseDuration(textOption(command, 'grace') ?? '');
  if (grace === undefined) throw new Failure('--grace must be a duration such as 24h, 7d or 0s', 2);
  const issued = await changeOne(command, 'rotate', async (writer) =>
    rotateWebhook(writer, await findWebhook(writer, command.args[0]), grace, source),
  );
  await printSecret(issued, isOn(command, 'json'));
}

/** `webhook enable` */
async function enable(command: Command): Promise<void> {
  const { webhook } = await changeOne(command, 'enable', async (writer) => {
    const found = await findWebhook(writer, command.args[0]);
    const isSame = found.disabledAt === undefined;
    return { webhook: await enableWebhook(writer, found, source), isSame };
  });
  note(`The webhook ${webhook.webhookId} is on.`);
}

/** `webhook disable` */
async function disable(command: Command): Promise<void> {
  const reason = 'it was switched off on the command line';
  const { webhook } = await changeOne(command, 'disable', async (writer) => {
    const found = await findWebhook(writer, command.args[0]);
    const isSame = found.disabledAt !== undefined;
    return { webhook: await disableWebhook(writer, found, reason, Date.now()), isSame };
  });
  note(`The webhook ${webhook.webhookId} is off.`);
}

/** `webhook remove` */
async function remove(command: Command): Promise<void> {
  const { webhook } = await changeOne(command, 'remove', async (writer) => {
    const webhook = await findWebhook(writer, command.args[0]);
    await writer.removeWebhook(webhook.webhookId);
    return { webhook };
  });
  note(`The webhook ${webhook.webhookId} is removed.`);
}

/** One transaction about a webhook, with its audit entry. */
function changeOne<T extends { readonly webhook: Webhook; readonly isSame?: boolean }>(
  command: Command,
  action: string,
  work: (writer: Writer) => Promise<T>,
): Promise<T> {
  return inStore(command, (store) =>
    writeAudited(store, work, ({ webhook, isSame }) => (isSame ? [] : [webhookAudit(action, webhook)])),
  );
}

async function findWebhook(reader: StoreReader, id: string | undefined): Promise<Webhook> {
  const found = (await reader.webhooks()).find(({ webhookId }) => webhookId === id);
  if (found !== undefined) return found;
  // This may be a secret pasted by mistake; it must not end up in a log.
  const shown = id?.startsWith('wh_') ? id : 'this';
  throw new Failure(`there is no webhook ${shown}; newsstand webhook list shows all webhooks`);
}

/** Prints a new secret to standard output only: standard error often ends up in a log. */
async function printSecret({ webhook, secret }: IssuedWebhook, json: boolean): Promise<void> {
  if (json) return printJson({ webhookId: webhook.webhookId, secret });
  await print(`webhook  ${webhook.webhookId}\nsecret   ${secret}\n`);
  note('Save the secret now: it cannot be shown again.');
}
