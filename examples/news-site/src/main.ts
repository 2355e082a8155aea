import { readSettings, SettingsError } from './readSettings.ts';
import { serveSite } from './serveSite.ts';

/** The site alone, on a service that runs elsewhere. */
try {
  const site = await serveSite(readSettings(process.env));
  console.log(`The site is open: ${site.url}`);
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(`news-site: ${error.message}`);
  process.exitCode = 2;
}
