import { Alert, List } from '@mantine/core';
import { AskError } from '../../api/ask.ts';
import { useWords } from '../../words/LanguageProvider.tsx';

/** Why the way in stays closed; said aloud too. */
export function Refused({ error }: { readonly error: unknown }) {
  const texts = useWords().signIn;
  if (!(error instanceof AskError)) return null;
  const { code, status, detail, errors = [], retryAfterSeconds } = error.problem;
  const told: Readonly<Record<string, string>> = {
    sign_in_failed: texts.wrong,
    too_many_attempts: texts.wait(Number(retryAfterSeconds ?? 60)),
    link_invalid: texts.used,
  };
  const message = status === undefined ? texts.silent : (told[code ?? ''] ?? detail);
  return (
    <Alert color="red" role="alert">
      {message}
      {errors.length > 0 && (
        <List size="sm">
          {errors.map(({ path, message: fault }) => (
            <List.Item key={path}>{`${path}: ${fault}`}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}
