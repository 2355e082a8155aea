import { join } from 'node:path';
import { type Media, media } from '@newsstand/contract';
import { z } from 'zod';
import { makeSource } from '../../docs/media/makeSample.ts';
import { plainSamples, samples, sources } from '../../docs/media/samples.ts';
import { makeVideo } from '../../packages/server/src/media/video/testing/ffmpeg.ts';
import { startNewsstand } from '../newsstandProcess.ts';
import { outcomeHere } from '../runHere.ts';
import { clip, drawAnimation } from './sampleMedia.ts';

/** A service with media, and a page that shows them. */
export type Gallery = {
  /** The media as they are delivered, by ID. */
  readonly media: ReadonlyMap<string, Media>;
  readonly pageUrl: string;
  close(): Promise<void>;
};

/** Whether videos can be converted on this machine. */
export const hasFfmpeg = Bun.which('ffmpeg') !== null;

const place = { projectId: 'gallery', spaceId: 'web' } as const;
const listPath = '/static/projects/gallery/spaces/web/collection/medias?size=99';

/** Fills a store in a folder, and starts the service on it. */
export async function openGallery(folder: string): Promise<Gallery> {
  const env = { NEWSSTAND_DATA: join(folder, 'data'), NEWSSTAND_LOG_LEVEL: 'warn' };
  const run = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await outcomeHere(args, env);
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  };
  await writeFiles(folder);
  await run('import', join(folder, 'media.ndjson'));
  const keys = keySchema.parse(
    JSON.parse(await run('key', 'create', '--name', 'x', '--project', 'gallery', '--json')),
  );
  const service = await startNewsstand([], env);
  const found = await readMedia(service.url, keys);
  const page = servePage(galleryPage(found));
  return {
    media: new Map(found.map((each) => [each.mediaId, each])),
    pageUrl: page.url.href,
    async close() {
      await page.stop(true);
      await service.end();
    },
  };
}

/** Writes the sources, the clip, the animation, and an import file with a line for each of them. */
async function writeFiles(folder: string): Promise<void> {
  for (const { source } of plainSamples)
    await Bun.write(join(folder, `${source}.png`), await makeSource(source));
  await Bun.write(join(folder, 'drawing.svg'), sources.scene);
  await drawAnimation(join(folder, 'banner'));
  if (hasFfmpeg) await makeVideo(join(folder, 'clip.mp4'), clip(6));
  const asset = { ext: 'zip', mimetype: 'application/zip', asset: 'VendorAnimate_cjs_1_0_0' };
  const lines = [
    ...samples.map(({ name, source, operations }) => line(name, `${source}.png`, { operations })),
    line('drawing', 'drawing.svg'),
    line('banner', 'banner', { meta: asset }),
    ...(hasFfmpeg ? [line('clip', 'clip.mp4', { type: 'video' })] : []),
  ];
  await Bun.write(join(folder, 'media.ndjson'), lines.map((each) => `${JSON.stringify(each)}\n`).join(''));
}

function line(mediaId: string, file: string, more: object = {}): object {
  return { kind: 'media', ...place, mediaId, name: mediaId, type: 'image', file, ...more };
}

const keySchema = z.object({ key: z.string(), secret: z.string() });
const listSchema = z.object({ list: z.array(media) });

async function readMedia(url: string, { key, secret }: z.infer<typeof keySchema>): Promise<readonly Media[]> {
  const headers = { 'x-svc-ac-api-key': key, 'x-svc-ac-api-secret': secret };
  return listSchema.parse(await (await fetch(`${url}${listPath}`, { headers })).json()).list;
}

function servePage(html: string) {
  const player = Bun.file(Bun.resolveSync('hls.js/dist/hls.min.js', import.meta.dir));
  return Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    routes: {
      '/': new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } }),
      '/hls.js': () => new Response(player),
      '/favicon.ico': new Response(null, { status: 204 }),
    },
  });
}

/** A page that shows media by the URLs of their records, and nothing else. */
function galleryPage(list: readonly Media[]): string {
  return `<!doctype html>
<meta charset="utf-8">
<title>Gallery</title>
<style>
  body { font: 12px sans-serif; background: #fff; margin: 12px }
  figure { display: inline-block; vertical-align: top; margin: 6px }
  iframe { border: 0; width: 240px; height: 160px }
</style>
${list.map(figure).join('\n')}
<script>const errors = [];</script>
<script src="/hls.js"></script>
<script>
  for (const video of document.querySelectorAll('video')) {
    const hls = new Hls();
    hls.on(Hls.Events.ERROR, (_, { fatal, details }) => { if (fatal) errors.push(details); });
    hls.loadSource(video.dataset.source);
    hls.attachMedia(video);
    video.play().catch((error) => errors.push(String(error)));
  }
</script>
`;
}

function figure({ mediaId, type, assets, accessUrl, thumbnailAccessUrl }: Media): string {
  return `<figure>${shown()}<figcaption>${mediaId}</figcaption></figure>`;

  function shown(): string {
    if (type === 'video')
      return `<video muted width="320" data-source="${accessUrl}"></video><img id="${mediaId}-poster" src="${thumbnailAccessUrl}">`;
    if (assets !== undefined) return `<iframe src="${accessUrl}"></iframe>`;
    return `<img id="${mediaId}" src="${accessUrl}">`;
  }
}
