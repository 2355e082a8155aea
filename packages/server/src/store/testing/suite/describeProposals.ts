import { expect } from 'bun:test';
import type { Proposal, ReviewComment } from '../../Proposal.ts';
import type { Store } from '../../Store.ts';
import { describeOpened } from './describeOpened.ts';
import type { OpenHarness } from './OpenHarness.ts';
import { key, plain, press, put } from './samples.ts';

const shop = { ...press, app: 'banner', instanceId: 'shop' } as const;
const open: Proposal = {
  ...{ proposalId: 'p1', key: key(plain), name: '新商品 \u0000', type: 'next', state: 'open' },
  ...{ proposedBy: 'ken', proposedAt: 10, message: 'Please \u0000', publishAt: 99, etag: '"a"' },
};
const said: ReviewComment = {
  ...{ at: 11, by: 'mia', text: 'Fine \u0000' },
  words: { path: 'values.title', quote: '新商品 \u0000', before: '', after: '!' },
};

/** Proposals, with what is said about them. */
export function describeProposals(harness: OpenHarness): void {
  describeOpened('proposals', harness, (test) => {
    test('come back as they were put, with their comments in order', async ({ store, another }) => {
      await furnish(store);
      await store.write(async (writer) => {
        await writer.putProposal(open);
        await writer.addComment('p1', said);
        await writer.addComment('p1', { at: 11, by: 'ken', text: 'Thanks' });
        expect(await writer.proposal('p1')).toEqual({ ...open, comments: 2 });
        expect(await writer.openProposals(pressShelf)).toEqual(new Map([['n1', { ...open, comments: 2 }]]));
      });
      const closed = { ...open, state: 'returned', closedAt: 12, closedBy: 'mia' } as const;
      await store.write((writer) => writer.putProposal(closed));
      await (await another()).read(async (reader) => {
        expect(await reader.proposal('p1')).toEqual({ ...closed, comments: 2 });
        expect(await reader.proposal('p2')).toBeUndefined();
        expect(await reader.openProposals(pressShelf)).toEqual(new Map());
        expect(await reader.comments('p1')).toEqual([said, { at: 11, by: 'ken', text: 'Thanks' }]);
        expect((await Array.fromAsync(reader.allProposals())).flat()).toEqual([
          { ...closed, thread: [said, { at: 11, by: 'ken', text: 'Thanks' }] },
        ]);
      });
    });

    test('are found by place, item, state and author, the newest first, page by page', async ({ store }) => {
      await furnish(store);
      const banner = { ...open.key, kind: 'banner', instanceId: 'shop' } as const;
      const all: readonly Proposal[] = [
        { ...open, proposalId: 'p1', proposedAt: 1, state: 'published', closedBy: 'mia', closedAt: 2 },
        { ...open, proposalId: 'p2', proposedAt: 3, proposedBy: 'kim' },
        { ...open, proposalId: 'p3', proposedAt: 3, key: { ...open.key, id: 'n2' } },
        { ...open, proposalId: 'p4', proposedAt: 2, key: banner },
      ];
      await store.write(async (writer) => {
        for (const proposal of all) await writer.putProposal(proposal);
      });
      await store.read(async (reader) => {
        const page = { skip: 0, most: 10 };
        const ids = async (query: Partial<Parameters<typeof reader.proposals>[0]>) => {
          const { total, list } = await reader.proposals({ instances: [press, shop], ...page, ...query });
          return [total, ...list.map(({ proposalId }) => proposalId)];
        };
        expect(await ids({})).toEqual([4, 'p2', 'p3', 'p4', 'p1']);
        expect(await ids({ skip: 1, most: 2 })).toEqual([4, 'p3', 'p4']);
        expect(await ids({ instances: [press] })).toEqual([3, 'p2', 'p3', 'p1']);
        expect(await ids({ instances: [] })).toEqual([0]);
        expect(await ids({ instances: [{ ...press, spaceId: 'other' }] })).toEqual([0]);
        expect(await ids({ instances: [press], id: 'n1' })).toEqual([2, 'p2', 'p1']);
        expect(await ids({ state: 'open', proposedBy: 'ken' })).toEqual([2, 'p3', 'p4']);
        expect(await ids({ state: 'open', notProposedBy: 'ken' })).toEqual([1, 'p2']);
        expect(await reader.countOpenProposals('ken')).toBe(2);
        expect(await reader.countOpenProposals('nobody')).toBe(0);
      });
    });

    test('an item has one open proposal; old ones that are closed go, with their comments', async ({
      store,
    }) => {
      await furnish(store);
      const second = store.write(async (writer) => {
        await writer.putProposal(open);
        await writer.putProposal({ ...open, proposalId: 'p2' });
      });
      await expect(second).rejects.toThrow();
      await store.write(async (writer) => {
        for (const number of [1, 2, 3, 4]) {
          const proposalId = `p${number}`;
          const state = number === 1 ? 'open' : 'withdrawn';
          await writer.putProposal({ ...open, proposalId, state, proposedAt: number });
          await writer.addComment(proposalId, said);
        }
        await writer.pruneProposals(open.key, 2);
        const left = await Promise.all(['p1', 'p2', 'p3', 'p4'].map((id) => writer.proposal(id)));
        expect(left.map((each) => each?.comments)).toEqual([1, undefined, 1, 1]);
        expect(await writer.comments('p2')).toEqual([]);
      });
    });

    test('stay with an instance that was removed and made again, as its demand for four eyes does', async ({
      store,
    }) => {
      await furnish(store);
      await store.write(async (writer) => {
        await writer.putProposal({ ...open, state: 'withdrawn' });
        await writer.putSavedViews(press, [view]);
        await writer.putInstanceSettings(press, { fourEyes: true, defaultPicture: 'm1' });
        await writer.removeRecord(open.key);
        await writer.removeInstance(press);
      });
      await store.write((writer) => writer.putInstance(press));
      await store.read(async (reader) => {
        expect(await reader.instanceSettings(press)).toEqual({
          previewUrl: undefined,
          fourEyes: true,
          defaultPicture: 'm1',
        });
        expect((await reader.proposal('p1'))?.state).toBe('withdrawn');
      });
      await store.write((writer) =>
        writer.putInstanceSettings(press, { previewUrl: 'https://a.test/{token}' }),
      );
      const settings = await store.read((reader) => reader.instanceSettings(press));
      expect(settings).toEqual({ previewUrl: 'https://a.test/{token}' });
      const views = () => store.read((reader) => reader.savedViews(press));
      expect(await views()).toEqual([view]);
      await store.write((writer) => writer.putSavedViews(press, []));
      expect(await views()).toEqual([]);
      expect(await store.read((reader) => reader.instanceSettings(press))).toEqual(settings);
    });
  });
}

const view = { viewId: 'v1', name: 'ドラフト', address: 'state=draft', columns: ['state'] };

const pressShelf = { kind: 'news', projectId: 'acme', spaceId: 'web', instanceId: 'press' } as const;

async function furnish(store: Store): Promise<void> {
  await put(store, plain);
  await store.write((writer) => writer.putInstance(shop));
}
