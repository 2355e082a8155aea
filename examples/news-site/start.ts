import { readSettings, SettingsError } from './src/readSettings.ts';
import { serveSite } from './src/serveSite.ts';
import { makeKeys } from './start/makeKeys.ts';
import { startService } from './start/newsstand.ts';

/** `npm run site`: the service with its demo content, and the site on it. Ctrl-C ends both. */
const stop = new AbortController();
const isAskedToStop = new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
const service = await startService(stop.signal).catch((error: unknown) => {
  if (stop.signal.aborted) process.exit(0);
  console.error(`news-site: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
});
try {
  const { SITE_PROJECT: projectId = 'demo', SITE_SPACE: spaceId = 'web' } = process.env;
  const { reader, preview } = await makeKeys({ url: service.url, projectId, spaceId });
  const settings = readSettings({
    ...process.env,
    SITE_CONTENT_URL: service.url,
    SITE_KEY: reader.key,
    SITE_SECRET: reader.secret,
  });
  const site = await serveSite(settings);
  console.log(`
The site is open.
  site     ${site.url}
  preview  ${site.url}/preview
           key     ${preview.key}
           secret  ${preview.secret}
Ctrl-C ends the site and the service.`);
  await Promise.race([isAskedToStop, service.ended]);
  await site.close();
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(`news-site: ${error.message}`);
  process.exitCode = 2;
} finally {
  const code = await service.end();
  process.exitCode ||= code;
}
