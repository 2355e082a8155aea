import { Alert, Button, List } from '@mantine/core';
import type { BodyFault } from '@newsstand/contract/manage';
import { AskError } from '../api/ask.ts';
import { defineWords } from '../words/defineWords.ts';
import { useWords } from '../words/LanguageProvider.tsx';

const words = defineWords(
  { title: 'That did not work', again: 'Try again', silent: 'There was no answer. Is the service running?' },
  {
    title: 'うまくいきませんでした',
    again: 'もう一度',
    silent: '応答がありません。サービスは動いていますか。',
  },
);

/** Says what went wrong, and offers another try where that may help. */
export function Trouble({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const texts = useWords(words);
  const { message, faults } = troubleOf(error, texts.silent);
  return (
    <Alert color="red" title={texts.title} role="alert">
      {message}
      {faults.length > 0 && (
        <List size="sm" mt="xs">
          {faults.map(({ path, message: fault }) => (
            <List.Item key={`${path} ${fault}`}>{path === '' ? fault : `${path}: ${fault}`}</List.Item>
          ))}
        </List>
      )}
      {onRetry && (
        <Button mt="sm" size="xs" variant="light" color="red" onClick={onRetry}>
          {texts.again}
        </Button>
      )}
    </Alert>
  );
}

/** What an error says, and what it says of single members. */
export function troubleOf(error: unknown, silent: string): { message: string; faults: readonly BodyFault[] } {
  if (!(error instanceof AskError))
    return { message: error instanceof Error ? error.message : `${error}`, faults: [] };
  const { status, errors = [] } = error.problem;
  return { message: status === undefined ? silent : error.message, faults: errors };
}
