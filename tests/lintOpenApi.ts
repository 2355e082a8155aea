import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { installTools } from './tools/installTools.ts';

const report = z.object({
  totals: z.object({ errors: z.number(), warnings: z.number(), ignored: z.number() }),
  problems: z.array(z.looseObject({ message: z.string() })),
});

/** The errors and warnings of redocly for an OpenAPI document. */
export async function lintOpenApi(document: string): Promise<readonly unknown[]> {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-openapi-'));
  try {
    writeFileSync(join(folder, 'openapi.json'), document);
    const command = join(await installTools(), '.bin/redocly');
    const lint = Bun.spawn([command, 'lint', '--format=json', 'openapi.json'], {
      cwd: folder,
      // A proxy that does not exist keeps it from using the network.
      env: {
        PATH: process.env['PATH'] ?? '',
        REDOCLY_TELEMETRY: 'off',
        REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        HTTP_PROXY: 'http://127.0.0.1:9',
        HTTPS_PROXY: 'http://127.0.0.1:9',
      },
      stdout: 'pipe',
      stderr: 'ignore',
    });
    const { totals, problems } = report.parse(await new Response(lint.stdout).json());
    const isClean = totals.errors + totals.warnings + totals.ignored === 0 && (await lint.exited) === 0;
    return isClean ? problems : [totals, ...problems];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
