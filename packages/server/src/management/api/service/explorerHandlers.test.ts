import { expect, test } from 'bun:test';
import { explorerAnswer } from '@newsstand/contract/manage';
import { withApi } from '../testing/withApi.ts';
import { explorerHandlers } from './explorerHandlers.ts';

/** A listener that breaks off so many connections, and answers from then on. */
function breaking(times: number) {
  let connections = 0;
  const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}';
  const listener = Bun.listen({
    ...{ hostname: '127.0.0.1', port: 0 },
    socket: {
      data(socket) {
        connections++;
        if (connections > times) socket.end(answer);
        else socket.terminate();
      },
    },
  });
  return { url: `http://127.0.0.1:${listener.port}`, stop: () => listener.stop(true) };
}

test('if a process ends during a request, another one is asked, once', async () => {
  for (const [times, status] of [
    [1, 200],
    [2, 503],
  ] as const) {
    const listener = breaking(times);
    await withApi(
      async (api) => {
        await api.store.write((writer) => writer.putSpace({ projectId: 'acme', spaceId: 'web' }));
        await api.addOperator('vic', [{ projectId: '*', role: 'viewer' }]);
        const cookie = await api.sessionOf('vic');
        const body = { path: '/static/projects/acme/spaces/web/collection/tags' };
        const response = await api.ask('/explorer', { method: 'POST', cookie, body });
        expect(response.status).toBe(status);
        if (status === 200) expect(explorerAnswer.parse(await response.json()).body).toBe('{}');
      },
      { handlers: (context) => explorerHandlers({ ...context, localUrl: () => listener.url }) },
    );
    listener.stop();
  }
});
