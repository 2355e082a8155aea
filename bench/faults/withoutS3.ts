import type { Fault, Scene } from './Fault.ts';
import type { Site } from './openSite.ts';
import { pictureCount, picturePaths } from './pictures.ts';

/** Half of the pictures are requested from every node before S3 fails, the others never. */
const known = pictureCount / 2;

/** Known pictures are still served. Others get 503 for now, and are served afterwards. */
const withoutS3 = {
  concerns: [],
  seconds: 20,
  quickSeconds: 5,
  media: warmPictures,
} as const;

/** Nothing listens any more. */
export const s3Gone: Fault = {
  ...withoutS3,
  name: 's3',
  title: 'S3 down',
  async begin(scene) {
    await scene.site.s3.stop();
    await expectRefusals(scene);
  },
  async lift(scene) {
    await scene.site.s3.restart();
    scene.lifted();
    await expectPictures(scene);
  },
};

/** It accepts connections but does not respond. */
export const s3Frozen: Fault = {
  ...withoutS3,
  name: 's3-frozen',
  title: 'S3 frozen',
  async begin(scene) {
    scene.site.s3.freeze();
    await expectRefusals(scene);
  },
  async lift(scene) {
    scene.site.s3.thaw();
    scene.lifted();
    await expectPictures(scene);
  },
};

async function warmPictures(site: Site): Promise<readonly string[]> {
  const paths = await picturePaths(site, 0, known);
  for (const { address } of site.nodes) {
    for (const path of paths) {
      const { ok, status } = await fetch(address.url + path);
      if (!ok) throw new Error(`${path}: ${status}`);
    }
  }
  return paths;
}

type Asked = { readonly status: number; readonly isRefusal: boolean; readonly milliseconds: number };

async function askFor(url: string): Promise<Asked> {
  const began = performance.now();
  const response = await fetch(url);
  const text = await response.text();
  const isRefusal =
    response.status === 503 && response.headers.has('retry-after') && text.includes('media_unavailable');
  return { status: response.status, isRefusal, milliseconds: performance.now() - began };
}

async function expectRefusals({ site, note, broken }: Scene): Promise<void> {
  const paths = await picturePaths(site, known, pictureCount);
  const asked: Asked[] = [];
  for (const { address } of site.nodes) {
    asked.push(...(await Promise.all(paths.slice(0, 2).map((path) => askFor(address.url + path)))));
  }
  for (const { status, isRefusal } of asked) {
    if (!isRefusal) broken(`a picture that no node had cached got ${status} instead of 503`);
  }
  const longest = Math.max(...asked.map(({ milliseconds }) => milliseconds));
  note(`${asked.length} pictures that no node had cached got 503, after at most ${longest.toFixed(0)} ms`);
}

async function expectPictures({ site, note, broken }: Scene): Promise<void> {
  const began = performance.now();
  const paths = await picturePaths(site, known, pictureCount);
  for (const { address } of site.nodes) {
    for (const path of paths) {
      let last = await askFor(address.url + path);
      while (last.status !== 200 && performance.now() - began < 30_000) {
        await Bun.sleep(100);
        last = await askFor(address.url + path);
      }
      if (last.status !== 200) broken(`${path} still got ${last.status} 30 s after S3 was back`);
    }
  }
  note(`all pictures were served ${(performance.now() - began).toFixed(0)} ms after S3 was back`);
}
