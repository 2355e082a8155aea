import { managedItems } from '@newsstand/contract/manage';
import { z } from 'zod';
import { keyOf, type Write } from './book.ts';
import { type Course, confirmed, failed, fault, nextStamp, ownerOf, ownRandom, unclear } from './course.ts';
import { idIn, isContent, shelfPath } from './items.ts';
import { type Plan, planRequest, type Random } from './plans.ts';
import { sendRequest } from './sendRequest.ts';
import { ownIds, type TortureNode } from './site.ts';
import { stepUpload } from './upload.ts';

/** Editors who write continuously, several at each node, until they are stopped or their connection breaks. */
export type Traffic = {
  /** Lets each editor finish its current write. */
  stop(): Promise<void>;
};

const manage = '/manage/v1';
const json = { 'content-type': 'application/json' } as const;

export function startTraffic(course: Course, editorsPerNode: number): Traffic {
  let isStopping = false;
  const editors = course.site.nodes.flatMap((node, place) =>
    Array.from({ length: editorsPerNode }, (_, number) => ({ node, name: `w${place}${number}` })),
  );
  const working = editors.map(async ({ node, name }) => {
    const random = ownRandom(course);
    while (!isStopping && (await writeOnce(course, name, node, random)));
  });
  return {
    async stop() {
      isStopping = true;
      await Promise.all(working);
    },
  };
}

/** False if the connection broke. */
async function writeOnce(course: Course, name: string, node: TortureNode, random: Random): Promise<boolean> {
  const share = random();
  if (share < 0.15) return append(course, name, node);
  if (share < (course.uploads.has(name) ? 0.5 : 0.17)) {
    const step = await stepUpload(course, name, node, random);
    return typeof step === 'boolean' ? step : carryOut(course, step, node);
  }
  return carryOut(course, planRequest(ownerOf(course, name, random)), node);
}

async function carryOut(course: Course, plan: Plan, node: TortureNode): Promise<boolean> {
  const { write, method, path, body, guard } = plan;
  const type = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : json;
  const response = await sendRequest(node.running.managementUrl + manage + path, {
    method,
    headers: { ...course.site.operator, ...(body && type), ...(guard && { [guard]: '*' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (response?.isDone) {
    confirmed(course, withId(write, response.text));
    return true;
  }
  if (response !== undefined && response.status < 500) {
    // Every plan is valid according to the book, so a refusal means that the service has a different state.
    fault(
      course,
      'disagreement',
      `${write.what} was refused: ${response.status} ${response.text.slice(0, 500)}`,
    );
    return true;
  }
  unclear(course, write);
  return await failed(course, write.what, response);
}

const created = z.object({ item: z.record(z.string(), z.unknown()) });

/** The item that the service created, under its generated ID. */
function withId(write: Write, text: string): Write {
  const made = write.created;
  if (made === undefined || !isContent(made.kind)) return write;
  const { item } = created.parse(JSON.parse(text));
  const named = { ...made, id: idIn(made.kind, item) };
  return { ...write, changes: [[keyOf(named), named]] };
}

const ledgerPath = `${manage}${shelfPath('news')}/${ownIds.ledger}`;
const ledgerText = z.object({ text: z.string() });

/** Appends to the ledger that all editors share, after reading all of it; retries after a version conflict. */
async function append(course: Course, name: string, node: TortureNode): Promise<boolean> {
  const { operator } = course.site;
  const url = node.running.managementUrl + ledgerPath;
  const stamp = nextStamp(course, name);
  for (;;) {
    const read = await sendRequest(url, { headers: operator });
    if (!read?.isDone) return await failed(course, 'GET of the ledger', read);
    const { item, etag } = managedItems.news.parse(JSON.parse(read.text));
    const { text } = ledgerText.parse(item.values.body);
    const body = JSON.stringify({ values: { body: { text: `${text} ${stamp}`.trim() } } });
    const headers = { ...operator, 'content-type': 'application/merge-patch+json', 'if-match': etag };
    const response = await sendRequest(url, { method: 'PATCH', headers, body });
    if (response?.isDone) {
      course.ledger.confirmed.push(stamp);
      course.tally.confirmed++;
      return true;
    }
    if (response?.status === 412) continue;
    course.ledger.unclear.push(stamp);
    course.tally.unclear++;
    return await failed(course, 'an append', response);
  }
}
