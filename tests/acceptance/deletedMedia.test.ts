import { expect, test } from 'bun:test';
import { startNewsstand } from '../newsstandProcess.ts';
import { expectGone, expectThere, only, pathsOf, statusesAt, withArchive } from './mediaArchive.ts';

test('deleted media are no longer served by any worker, whatever was cached', async () => {
  await withArchive({}, async ({ env, files, add, remove }) => {
    const running = await startNewsstand(['--workers', '2'], env);
    try {
      const [photo, ...others] = await add(...files);
      if (photo === undefined) throw new Error('nothing was added');
      const [mine, theirs] = [pathsOf([photo]), pathsOf(others)];
      // As soon as the command has exited.
      expect(await statusesAt([running], [...mine, ...theirs])).toEqual(only(200));
      await add(...files.slice(0, 1), '--id', 'again');
      await remove(...others.map(({ mediaId }) => mediaId));
      await expectGone([running], theirs);
      // Another record refers to the same bytes: they remain until that one is deleted, too.
      await remove('photo');
      await expectThere([running], mine);
      await remove('again');
      await expectGone([running], mine);
      await add(...files);
      await expectThere([running], [...mine, ...theirs]);
    } finally {
      await running.end();
    }
  });
});
