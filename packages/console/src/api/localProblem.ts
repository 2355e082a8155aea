import { isLanguage, type Language, wordsOf } from '../words/languages.ts';
import type { Problem } from './checks.ts';

/** The language of the messages of the write interface. */
const serviceLanguage = 'en';

type Broken = {
  readonly rule?: unknown;
  readonly values?: unknown;
};

/** A problem with its messages in a language of the console, as far as there are words for its rules. */
export function localProblem(problem: Problem, language: Language = pageLanguage()): Problem {
  const { code = '', detail, errors = [] } = problem;
  // The service repeats some faults in its own words.
  const areFaultsKnown =
    errors.length > 0 && errors.every((fault) => ruleText(fault, language) !== undefined);
  const isForeign = areFaultsKnown || language !== serviceLanguage;
  const local =
    ruleText({ rule: problem['rule'], values: problem['values'] }, language) ??
    (isForeign ? problemText(code, language) : undefined) ??
    detail;
  return {
    ...problem,
    ...(local !== undefined && { detail: local }),
    ...(problem.errors && {
      errors: errors.map((fault) => ({ ...fault, message: ruleText(fault, language) ?? fault.message })),
    }),
  };
}

/** What a broken rule means; undefined if there are no words for it. */
export function ruleText({ rule, values }: Broken, language: Language = pageLanguage()): string | undefined {
  const { rules, kinds } = wordsOf(language);
  const sentence = typeof rule === 'string' ? own(rules, rule) : undefined;
  return sentence?.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(own(values, name) ?? '');
    return name === 'kind' ? String(own(kinds, value) ?? value) : value;
  });
}

function problemText(code: string, language: Language): string | undefined {
  const { problems } = wordsOf(language);
  const found: unknown = Object.entries(problems).find(([name]) => name === code)?.[1].text;
  return typeof found === 'string' ? found : undefined;
}

/** A member of an object by name; messages of a newer service may have names that are not known here. */
function own(object: unknown, name: string): string | undefined {
  const value: unknown =
    typeof object === 'object' && object !== null
      ? Object.getOwnPropertyDescriptor(object, name)?.value
      : undefined;
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : undefined;
}

function pageLanguage(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : serviceLanguage;
}
