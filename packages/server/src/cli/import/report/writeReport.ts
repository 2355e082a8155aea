import { open, rename, rm, stat } from 'node:fs/promises';
import {
  type ArticleNotes,
  type ImportSummary,
  losses,
  type Remark,
} from '../../../transfer/importers/ImportSummary.ts';
import type { ArticleLog, LogPlace } from '../../../transfer/importers/openArticleLog.ts';
import { Failure } from '../../Failure.ts';
import {
  articleItem,
  importedList,
  type Kind,
  leftOutList,
  type MissingPicture,
  type Overview,
  pageEnd,
  pageHead,
  type ReportFacts,
  sampleOf,
} from './reportPage.ts';

/** A page with more is of no use to anybody. */
const mostShown = 10_000;
const mostPictures = 1000;
const mostArticlesOfPicture = 5;
const mostKinds = 500;

/** Checks that a report can be written, before work for it begins. */
export async function checkReportFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined && !found.isFile()) throw new Failure(`--report ${path}: is not a file`, 2);
  const trial = temporaryOf(path);
  try {
    await using _ = await open(trial, 'w', 0o600);
  } catch (error) {
    throw cannotWrite(path, error, 2);
  } finally {
    await rm(trial, { force: true }).catch(() => {});
  }
}

/** Writes the page. It appears when it is complete; until then an older one stays. */
export async function writeReport(
  path: string,
  facts: ReportFacts,
  log: ArticleLog,
  summary: Later,
): Promise<void> {
  const temporary = temporaryOf(path);
  try {
    await using file = await open(temporary, 'w', 0o600);
    for (const piece of pagePieces(facts, log, summary)) await file.writeFile(piece);
    await file.sync();
    await rename(temporary, path);
  } catch (error) {
    throw cannotWrite(path, error, 1);
  } finally {
    // Already renamed after a success; after a failure, only the first error matters.
    await rm(temporary, { force: true }).catch(() => {});
  }
}

function temporaryOf(path: string): string {
  return `${path}.${process.pid}.tmp`;
}

function cannotWrite(path: string, error: unknown, exitCode: 1 | 2): Failure {
  const reason = error instanceof Error ? error.message : String(error);
  return new Failure(`--report: cannot write ${path}: ${reason}`, exitCode);
}

/** What was said about records apart from their articles. */
type Later = Pick<ImportSummary, 'laterAbout' | 'notKept'>;

type Scored = LogPlace & { readonly score: number };

/** Counts articles, and keeps the ones with the highest scores. */
function createRanking(most: number) {
  const byScore = (some: Scored, other: Scored) => other.score - some.score || some.at - other.at;
  let kept: readonly Scored[] = [];
  let latest: Scored[] = [];
  let total = 0;
  const worst = (): readonly Scored[] => {
    kept = [...kept, ...latest].toSorted(byScore).slice(0, most);
    latest = [];
    return kept;
  };
  return {
    worst,
    add(article: Scored): void {
      total += 1;
      latest.push(article);
      if (latest.length >= most) worst();
    },
    total: () => total,
  };
}

/** The page in pieces: there may be very many articles. */
export function* pagePieces(
  facts: ReportFacts,
  log: ArticleLog,
  summary: Later,
  most = mostShown,
): Generator<string> {
  const faults = new Map(
    ('created' in facts.outcome ? facts.outcome.skipped : []).map((each) => [
      `${each.source}:${each.line}`,
      each.message,
    ]),
  );
  const whole = (notes: ArticleNotes) => completed(notes, faults, summary);
  const imported = createRanking(most);
  const leftOut = createRanking(most);
  let complete = 0;
  for (const { notes, at, bytes } of log.read()) {
    const { result, remarks } = whole(notes);
    const score = scoreOf(remarks);
    if (result !== undefined && remarks.every(isHarmless)) complete += 1;
    (result === undefined ? leftOut : imported).add({ at, bytes, score });
  }
  const [shown, shownOut] = [imported.worst(), leftOut.worst()];
  const kinds = createKinds();
  const pictures = createPictures();
  for (const [index, place] of [...shown, ...shownOut].entries()) {
    const notes = whole(log.readAt(place));
    for (const remark of notes.remarks) {
      kinds.count(remark);
      if (remark.loss === 'picture') pictures.add(remark, notes, index);
    }
  }
  const overview: Overview = {
    ...{ imported: imported.total(), leftOut: leftOut.total(), complete, kinds: kinds.list() },
    ...pictures.found(),
    remarksNotKept: summary.notKept,
    articlesNotShown: imported.total() + leftOut.total() - shown.length - shownOut.length,
  };
  yield pageHead(facts, overview);
  yield importedList;
  for (const [index, place] of shown.entries())
    yield articleItem(whole(log.readAt(place)), index, facts, kinds.keyOf);
  yield leftOutList;
  for (const [index, place] of shownOut.entries())
    yield articleItem(whole(log.readAt(place)), shown.length + index, facts, kinds.keyOf);
  yield pageEnd(overview);
}

/** Whether an article is complete in spite of a remark: nothing is gone that readers saw, and nothing looks different. */
function isHarmless({ loss, isLeftOut }: Remark): boolean {
  return loss === 'nothing' || (loss === 'details' && !isLeftOut);
}

/** The notes with what was only known later: about its record and its media, and whether its line was left out. */
function completed(notes: ArticleNotes, faults: ReadonlyMap<string, string>, summary: Later): ArticleNotes {
  const { result, mediaIds } = notes;
  const abouts = [
    ...(result === undefined ? [] : [`news/${result.id}`]),
    ...mediaIds.map((id) => `media/${id}`),
  ];
  const later = abouts.flatMap((each) => summary.laterAbout(each));
  const fault = faults.get(`${notes.file}:${notes.line}`);
  const faulty: readonly Remark[] =
    fault === undefined
      ? []
      : [{ what: 'line', why: 'is wrong', loss: 'article', count: 1, examples: [fault], isLeftOut: true }];
  const worst = (remark: Remark) => losses.indexOf(remark.loss);
  return {
    ...notes,
    result: fault === undefined ? result : undefined,
    remarks: merged([...faulty, ...notes.remarks, ...later]).toSorted(
      (some, other) => worst(some) - worst(other) || other.count - some.count,
    ),
  };
}

/** Two pictures may be missing for the same reason. */
function merged(remarks: readonly Remark[]): readonly Remark[] {
  const found = new Map<string, Remark>();
  for (const remark of remarks) {
    const key = `${remark.what}\n${remark.why}`;
    const other = found.get(key);
    const both = other && {
      ...other,
      count: other.count + remark.count,
      examples: [...other.examples, ...remark.examples],
    };
    found.set(key, both ?? remark);
  }
  return [...found.values()];
}

/** How much a reader would miss: one lost text counts for more than any number of lost pictures, and so on. */
function scoreOf(remarks: readonly Remark[]): number {
  return losses
    .filter((loss) => loss !== 'nothing')
    .reduce((score, loss) => {
      const own = remarks.filter((remark) => remark.loss === loss);
      const count = own.reduce((sum, remark) => sum + remark.count, 0);
      return score * 100 + Math.min(count, 99);
    }, 0);
}

/** The kinds of remarks on the page, and in how many articles each occurs. */
function createKinds() {
  const kinds = new Map<string, Kind>();
  const nameOf = ({ what, why }: Remark) => `${what}: ${why}`;
  return {
    count(remark: Remark): void {
      const name = nameOf(remark);
      const kind = kinds.get(name);
      if (kind !== undefined) kind.count += 1;
      else if (kinds.size < mostKinds)
        kinds.set(name, { key: `k${kinds.size}`, name, loss: remark.loss, count: 1 });
    },
    keyOf: (remark: Remark): string => kinds.get(nameOf(remark))?.key ?? 'any',
    list: () => [...kinds.values()].toSorted((some, other) => other.count - some.count),
  };
}

/** Missing pictures, each with the first few articles that showed it. */
function createPictures() {
  const pictures = new Map<string, MissingPicture>();
  let [missingPictures, picturesNotShown] = [0, 0];
  return {
    add({ why, examples }: Remark, notes: ArticleNotes, number: number): void {
      for (const example of examples) {
        const name = sampleOf(example, notes) || 'a picture that the file does not name';
        const key = `${name}\n${why}`;
        const picture = pictures.get(key) ?? { name, why, count: 0, articles: [] };
        if (!pictures.has(key) && pictures.size >= mostPictures) picturesNotShown += 1;
        else pictures.set(key, picture);
        picture.count += 1;
        missingPictures += 1;
        if (picture.articles.length < mostArticlesOfPicture)
          picture.articles.push({ number, title: notes.title });
      }
    },
    found: () => ({ pictures: [...pictures.values()], missingPictures, picturesNotShown }),
  };
}
