import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readConfig } from '../../packages/server/src/config/readConfig.ts';
import { type Setting, settings } from '../../packages/server/src/config/settings.ts';

/** Where the unit's StateDirectory is. */
const data = 'NEWSSTAND_DATA=/var/lib/newsstand';

const head = `# Settings of newsstand.service: /etc/newsstand/newsstand.env, readable by root only, since it may contain passwords.
# One line is NAME=value, or NAME="value" if it contains spaces. Restart the service after a change.
# Written by \`npm run ops:env\` from the settings of this version; what is commented out is the default.
`;

const s3 = `
# Needed if NEWSSTAND_MEDIA_STORE is s3://…
#AWS_ACCESS_KEY_ID=
#AWS_SECRET_ACCESS_KEY=
# Only for temporary credentials
#AWS_SESSION_TOKEN=
#AWS_REGION=us-east-1
# For any S3 server but Amazon's, such as https://s3.example.com
#AWS_ENDPOINT_URL_S3=
`;

/** The text of newsstand.env: every setting with its meaning and default. */
export function environmentFile(): string {
  const entries = Object.values(settings).map(
    (setting) => `\n# ${setting.help}\n${setting.env === 'NEWSSTAND_DATA' ? data : `#${lineOf(setting)}`}\n`,
  );
  return [head, ...entries, s3].join('');
}

/** A default that is described in words, such as "the store itself", can't be written as a value. */
function lineOf({ env, help }: Setting): string {
  const [, words = ''] = /\(default: ([^,)]*)/.exec(help) ?? [];
  return `${env}=${isDefault(env, words) ? words : ''}`;
}

function isDefault(env: string, value: string): boolean {
  try {
    return isDeepStrictEqual(readConfig({ [env]: value }), readConfig({}));
  } catch {
    return false;
  }
}

if (import.meta.main) await Bun.write(join(import.meta.dir, 'newsstand.env'), environmentFile());
