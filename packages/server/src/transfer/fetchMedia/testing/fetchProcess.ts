import { fetchMedia } from '../fetchMedia.ts';

/** Fetches one picture into a folder, as the process that a test kills. */
const [, , folder = '', url = ''] = process.argv;
const media = { url, type: 'image', mediaId: 'large' } as const;
const result = await fetchMedia(folder, [media], {
  privateOrigins: [new URL(url).origin],
  maxBytes: 1e9,
});
process.stdout.write(JSON.stringify(result));
