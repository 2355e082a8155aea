import type { BodyFault, ManageErrorCode } from '@newsstand/contract/manage';
import { AskError } from '../api/ask.ts';
import { defineWords, type Language } from '../words/defineWords.ts';
import { japaneseTitles } from './japaneseTitles.ts';

const words = defineWords(
  {
    title: 'That did not work',
    silent: 'There was no answer: the service, or the network, is away. Try again in a moment.',
  },
  {
    title: 'うまくいきませんでした',
    silent:
      '応答がありません。サービスが停止しているか、ネットワークに接続できません。しばらくしてからもう一度お試しください。',
  },
);

/** What is told of something that went wrong. */
export type Told = {
  readonly title: string;
  /** What the service says of it, in its own words. */
  readonly message: string;
  /** What it says of single members. */
  readonly faults: readonly BodyFault[];
};

/** What went wrong, in a language. */
export function troubleIn(error: unknown, language: Language): Told {
  const { title, silent } = words[language];
  if (!(error instanceof AskError))
    return { title, message: error instanceof Error ? error.message : `${error}`, faults: [] };
  const { status, code, errors = [] } = error.problem;
  if (status === undefined) return { title, message: silent, faults: [] };
  const told = language === 'ja' && code !== undefined ? titleOf(code) : error.problem.title;
  // Where one thing is wrong, the message says it already.
  const faults = errors.filter(
    ({ path, message }) => ![message, `${path}: ${message}`].includes(error.message),
  );
  return { title: told ?? title, message: error.message, faults };
}

/** A service that is newer than this page may know of more. */
function titleOf(code: ManageErrorCode): string | undefined {
  return japaneseTitles[code];
}
