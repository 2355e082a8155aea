import { tmpdir } from 'node:os';
import { ImportSummary, type Loss } from '../../../../transfer/importers/ImportSummary.ts';
import { openArticleLog } from '../../../../transfer/importers/openArticleLog.ts';
import { ImportError } from '../../../../transfer/ndjson/ImportError.ts';
import type { ImportReport } from '../../../../transfer/ndjson/putLines.ts';
import type { ReportFacts } from '../reportPage.ts';
import { pagePieces } from '../writeReport.ts';

const counts = { created: 3, updated: 0, unchanged: 0, deleted: 0, kept: 0 };

/** The counts of an import that succeeded. */
export const imported: ImportReport = {
  ...{ lines: 3, ...counts, warnings: [], warningCount: 0, skipped: [], skippedCount: 0, conflicts: [] },
  byKind: { instance: counts, category: counts, tag: counts, media: counts, news: counts, banner: counts },
};

export const refused: ImportError = new ImportError(
  [{ source: 'blog.xml', line: 7, message: 'title: is <b>missing</b>' }],
  3,
  true,
);

/** The page about what `run` tells the summary. */
export function samplePage(
  run: (summary: ImportSummary) => void,
  choices: Partial<ReportFacts> = {},
  most?: number,
): string {
  using log = openArticleLog(tmpdir());
  const summary = new ImportSummary(log.write);
  summary.open('blog.xml');
  run(summary);
  const facts: ReportFacts = {
    ...{ target: { projectId: 'acme', spaceId: 'web', instanceId: 'press' }, dryRun: false, now: 0 },
    ...{ outcome: imported, foreign: summary.report(), consoleUrl: 'https://console.example.com' },
    articleUrl: undefined,
    ...choices,
  };
  return [...pagePieces(facts, log, summary, most)].join('');
}

/** An article that was published, with a remark for each of the losses. */
export function tellArticle(
  summary: ImportSummary,
  id: string,
  title: string,
  ...told: readonly Loss[]
): void {
  summary.at(1, title);
  for (const loss of told) summary.skipped(`a ${loss}`, 'is lost', `sample of ${loss}`, loss);
  summary.became(title, `https://old.example.com/${id}`, { id, alias: undefined, state: 'published' });
}
