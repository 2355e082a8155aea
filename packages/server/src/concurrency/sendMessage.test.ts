import { expect, test } from 'bun:test';
import { sendMessage } from './sendMessage.ts';

const child = `
  process.on('message', (message) => {
    process.send({ received: message });
    process.disconnect();
    setTimeout(() => {}, 60_000);
  });`;

test('a process whose channel is closed, but which has not ended yet, is not a failure', async () => {
  const closed = Promise.withResolvers<void>();
  const received: unknown[] = [];
  const started = Bun.spawn([process.execPath, '-e', child], {
    ipc: (message: unknown) => received.push(message),
    onDisconnect: () => closed.resolve(),
  });
  sendMessage(started, 'hello');
  await closed.promise;
  expect(received).toEqual([{ received: 'hello' }]);
  expect(started.exitCode).toBeNull();
  expect(() => started.send('again')).toThrow();
  sendMessage(started, 'again');
  started.kill('SIGKILL');
  await started.exited;
  sendMessage(started, 'too late');
});
