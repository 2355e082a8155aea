import { expect, test } from 'bun:test';
import { sharedS3 } from '../../../../../../tests/startS3.ts';
import { isFull } from '../../../../../../tests/testing/runs.ts';
import { fullDisks, lacksDisks, mountFullDisk } from '../../../files/testing/fullDisk.ts';
import { bytesOf } from '../testing/originalsSuite.ts';
import { id, patient, picture, setScene } from './testing/scene.ts';

const scene = setScene(sharedS3);

for (const how of isFull ? fullDisks : fullDisks.slice(0, 1)) {
  test.skipIf(lacksDisks())(
    `if copies can't be stored (${how}), files are streamed, and pictures are unavailable`,
    async () => {
      using disk = mountFullDisk(how);
      const { s3, machine, putBytes, putClip } = scene();
      const name = await putBytes(picture);
      await putClip(machine('writer', { url: s3.url, timeouts: patient }));
      const faults: unknown[] = [];
      const reader = machine('reader', { copies: disk.folder, onFault: (error) => faults.push(error) });
      await expect(reader.localPath(name)).rejects.toMatchObject({
        name: 'MediaUnavailable',
        message: expect.stringMatching(/copied to the local disk \((ENOSPC|EROFS)\)/),
        reason: 'permanent',
      });
      expect(faults).toHaveLength(1);
      expect((await bytesOf(await reader.open(name))).equals(picture)).toBe(true);
      expect(`${await bytesOf(await reader.openPart(id, 'a/0.m4s'))}`).toBe('segment');
      disk.mend();
      expect(await Bun.file((await reader.localPath(name)) ?? '').bytes()).toEqual(new Uint8Array(picture));
    },
  );
}
