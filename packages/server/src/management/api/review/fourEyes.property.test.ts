import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { z } from 'zod';
import { isFull, runs } from '../../../../../../tests/testing/runs.ts';
import type { StoredRecord } from '../../../store/Store.ts';
import { type Ask, bodies, type Newsroom, withNewsroom } from '../testing/withNewsroom.ts';

const list = '/news/instances/press/news';
const shelf = { kind: 'news', projectId: 'acme', spaceId: 'web', instanceId: 'press' } as const;
const ids = ['n1', 'n2', 'n3'] as const;
/** All times of a run are near these, so they are all that need to be looked at. */
const moments = [0, 10, 20, 30];

const who = fc.constantFrom('ken', 'mia', 'ken', 'mia', 'boss', 'wes');
const id = fc.constantFrom(...ids);
const moment = fc.constantFrom(...moments);
const times = fc.record({ reservedAt: moment, openingAt: moment, closingAt: moment }, { requiredKeys: [] });
const content = fc.record({
  name: fc.constantFrom('One', 'Two'),
  status: fc.constantFrom('draft', 'draft', 'published'),
  times: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: times }),
});
const action = fc.constantFrom('publish', 'unpublish', 'reserve', 'open', 'close');
const option = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const operation = fc.oneof(
  fc.record({ type: fc.constantFrom('put', 'patch', 'putNext'), who, id, content, at: option(moment) }),
  fc.record({ type: fc.constant('act'), who, id, action, at: option(moment), isBatch: fc.boolean() }),
  fc.record({ type: fc.constantFrom('removeNext', 'publishNext', 'delete'), who, id }),
  fc.record({ type: fc.constant('restore'), who, id, version: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ type: fc.constantFrom('addTag', 'removeTag', 'setCategory', 'mergeTags'), who, id }),
  { weight: 3, arbitrary: fc.record({ type: fc.constant('propose'), who, id, at: option(moment) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('publishProposal'), who, id, now: fc.boolean() }) },
  fc.record({ type: fc.constantFrom('return', 'withdraw'), who, id }),
  fc.record({ type: fc.constant('wait'), milliseconds: fc.constantFrom(1, 5, 10) }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

const answered = z.object({ proposalId: z.string() });
const timed = z.looseObject({
  status: z.string().optional(),
  ...{
    reservedAt: z.number().optional(),
    openingAt: z.number().optional(),
    closingAt: z.number().optional(),
  },
});

/** What readers see at a time, by the plain rule. */
function seenAt(record: StoredRecord | undefined, at: number): string | undefined {
  if (record === undefined) return undefined;
  const { next } = record;
  const { document } = next?.takesOverAt !== undefined && next.takesOverAt <= at ? next : record;
  const { status, reservedAt, openingAt, closingAt } = timed.parse(JSON.parse(document));
  const isPublished = reservedAt === undefined ? status === 'published' : reservedAt <= at;
  const isOpen = (openingAt ?? at) <= at && at < (closingAt ?? at + 1);
  return isPublished && isOpen ? document : undefined;
}

/** Bytes of an item without what publishing sets. */
function bytesOf(document: string): string {
  const {
    status: _,
    reservedAt: __,
    updatedAt: ___,
    ...rest
  } = z.looseObject({}).parse(JSON.parse(document));
  return JSON.stringify(rest);
}

/** What was proposed last, by whom, and where it can be asked for. */
type Proposed = { readonly by: string; readonly bytes: string; readonly path: string };

let approved = 0;
let refused = 0;

async function run(room: Newsroom, operations: readonly Operation[]): Promise<void> {
  const { api, ken, mia, boss } = room;
  await ken('PUT', '/collection/tags/t2', { body: { name: 'Other' } });
  await ken('PUT', `${list}/n2`, { body: { ...bodies.news, alias: 'n2', status: 'draft' } });
  await boss('PUT', '/news/instances/press/settings', { body: { fourEyes: true } });
  const wes = await room.as('wes', { projectId: 'acme', role: 'writer' });
  const askers: Readonly<Record<string, Ask>> = { ken, mia, boss, wes };
  const start = api.clock;
  const proposals = new Map<string, Proposed>();
  const items = async () => {
    const found = await api.store.read((reader) =>
      reader.findAll(ids.map((each) => ({ ...shelf, id: each }))),
    );
    return new Map(ids.map((each, index) => [each, found[index]]));
  };
  for (const operation of operations) {
    if (operation.type === 'wait') {
      api.clock += operation.milliseconds;
      continue;
    }
    const asker = askers[operation.who] ?? ken;
    const before = await items();
    const [method, path, body] = requestOf(operation, start, proposals.get(operation.id)?.path);
    const precondition = before.get(operation.id) === undefined ? {} : { ifMatch: '*' };
    const answer = await asker(method, path, { body, ...precondition });
    expect([operation, answer.status < 500]).toEqual([operation, true]);
    const code = z.object({ code: z.string() }).safeParse(answer.body).data?.code;
    if (code === 'four_eyes' || code === 'proposal_changed') refused++;
    const after = await items();
    for (const each of ids) {
      const [old, now] = [before.get(each), after.get(each)];
      const proposal = proposals.get(each);
      for (const at of [api.clock, ...moments.map((moment) => start + moment + 1)]) {
        const seen = at < api.clock ? undefined : seenAt(now, at);
        const known = [undefined, seenAt(old, at), old && seenAt({ ...old, next: undefined }, at)];
        if (known.includes(seen) || seen === undefined) continue;
        approved++;
        expect({ operation, by: proposal?.by === operation.who, bytes: bytesOf(seen) }).toEqual({
          ...{ operation, by: false, bytes: proposal?.bytes ?? 'not proposed' },
        });
      }
    }
    if (operation.type === 'propose' && answer.status === 200) {
      const { document } = after.get(operation.id)?.next ?? after.get(operation.id) ?? { document: '{}' };
      const { proposalId } = answered.parse(answer.body);
      proposals.set(operation.id, {
        ...{
          by: operation.who,
          bytes: bytesOf(document),
          path: `${list}/${operation.id}/proposals/${proposalId}`,
        },
      });
    }
  }
  // Taking away always works.
  for (const each of ids) {
    if (seenAt((await items()).get(each), api.clock) === undefined) continue;
    expect((await mia('POST', `${list}/${each}/unpublish`, { ifMatch: '*' })).status).toBe(200);
    expect((await ken('DELETE', `${list}/${each}`, { ifMatch: '*' })).status).toBe(204);
  }
}

function requestOf(
  operation: Exclude<Operation, { type: 'wait' }>,
  start: number,
  proposal = `${list}/n1/proposals/none`,
): readonly [string, string, unknown?] {
  const one = `${list}/${operation.id}`;
  const inTime = (at: number | undefined) => (at === undefined ? {} : { at: start + at });
  switch (operation.type) {
    case 'put':
    case 'patch':
    case 'putNext': {
      const { name, status, times } = operation.content;
      const dates = Object.entries(times).map(([member, at]) => [member, start + (at ?? 0)] as const);
      const body = { name, status, ...Object.fromEntries(dates) };
      const whole = { ...bodies.news, alias: operation.id, ...body };
      if (operation.type === 'patch') return ['PATCH', one, body];
      if (operation.type === 'put') return ['PUT', one, whole];
      return [
        'PUT',
        `${one}/next`,
        operation.at === undefined ? whole : { ...whole, takesOverAt: start + operation.at },
      ];
    }
    case 'act': {
      const at = inTime(operation.at);
      const { action, id: contentId } = operation;
      const change = { kind: 'news', instanceId: 'press', id: contentId, action, ...at };
      if (operation.isBatch) return ['POST', '/batch', { changes: [change] }];
      return ['POST', `${one}/${action}`, action === 'publish' || action === 'unpublish' ? {} : at];
    }
    case 'removeNext':
      return ['DELETE', `${one}/next`];
    case 'publishNext':
      return ['POST', `${one}/next/publish`];
    case 'delete':
      return ['DELETE', one];
    case 'restore':
      return ['POST', `${one}/versions/${operation.version}/restore`];
    case 'mergeTags':
      return ['POST', '/collection/tags/t1/merge', { into: 't2' }];
    case 'addTag':
    case 'removeTag':
    case 'setCategory': {
      const target = operation.type === 'setCategory' ? {} : { target: 't2' };
      const change = {
        kind: 'news',
        instanceId: 'press',
        id: operation.id,
        action: operation.type,
        ...target,
      };
      return ['POST', '/batch', { changes: [change] }];
    }
    case 'propose':
      return [
        'POST',
        `${one}/proposals`,
        operation.at === undefined ? {} : { publishAt: start + operation.at },
      ];
    case 'publishProposal':
      return ['POST', `${proposal}/publish`, { now: operation.now }];
    case 'return':
      return ['POST', `${proposal}/return`, { comment: 'No' }];
    case 'withdraw':
      return ['POST', `${proposal}/withdraw`, {}];
  }
}

test('readers see only what one operator proposed and another one published, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 30, maxLength: 60, size: 'max' }), (operations) =>
      withNewsroom((room) => run(room, operations)),
    ),
    { numRuns: runs(20) },
  );
  // Both were tried, and often.
  if (isFull) expect([approved > 3, refused > 10]).toEqual([true, true]);
});
