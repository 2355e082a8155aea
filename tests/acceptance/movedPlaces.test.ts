import { expect } from 'bun:test';
import { z } from 'zod';
import { movedSteps, placeContent, type Told, whileReading } from './movedPlaces.ts';
import { httpTest } from './openService.ts';

const items = 100;
const removal = z.object({ removalId: z.string(), records: z.number() });

httpTest(
  'places are moved at once for all readers, and items changed in a batch',
  placeContent('moved', items),
  async ({ running, createKey, createOperator, ask }) => {
    const keys = await createKey('--project', 'moved');
    const token = await createOperator('mover', 'owner');
    const manage = async (method: string, path: string, body?: object) => {
      const response = await fetch(`${running.managementUrl}/manage/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text() };
    };
    const told = async (spaceId: string): Promise<Told> => {
      const path = `/static/projects/moved/spaces/${spaceId}/news/instances/press/news?size=1`;
      const { status, body } = await ask(path, { keys });
      if (status === 404) return 'none';
      return status === 200 && body.totalCount === items ? 'all' : `unexpected ${status} ${body.totalCount}`;
    };
    const places = '/projects/moved/spaces';
    const renaming = await whileReading(told, async () => {
      expect((await manage('PATCH', `${places}/web`, { id: 'site' })).status).toBe(204);
      // What was answered is shown.
      expect([await told('web'), await told('site')]).toEqual(['none', 'all']);
    });
    expect(movedSteps).toContain(renaming.join());
    const removing = await whileReading(told, async () => {
      const { text } = await manage('POST', `${places}/site/remove`, { confirm: 'site' });
      const { removalId, records } = removal.parse(JSON.parse(text));
      expect([records, await told('site')]).toEqual([items + 1, 'none']);
      const restored = await manage('POST', `/removed-places/${removalId}/restore`, {});
      expect(JSON.parse(restored.text)).toEqual({ projectId: 'moved', spaceId: 'site' });
      expect(await told('site')).toBe('all');
    });
    expect(removing).toEqual(['none all', 'none none', 'none all']);
    const changes = Array.from({ length: items }, (_, index) => ({
      ...{ kind: 'news', instanceId: 'press', id: `n${index}`, action: 'unpublish' },
    }));
    const batch = await manage('POST', `${places}/site/batch`, { changes });
    expect([batch.status, JSON.parse(batch.text)]).toEqual([200, { changed: items, unchanged: 0 }]);
  },
);
