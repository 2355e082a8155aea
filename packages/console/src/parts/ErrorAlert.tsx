import { Alert, Button, List } from '@mantine/core';
import { useWords } from '../words/LanguageProvider.tsx';
import { useErrorText } from './describeError.ts';

/** Says what went wrong, and offers another try where that may help. */
export function ErrorAlert({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const texts = useWords().trouble;
  const { title, message, faults } = useErrorText()(error);
  return (
    <Alert color="red" title={title} role="alert" className="trouble" ref={showAlert}>
      {message}
      {faults.length > 0 && (
        <List size="sm" mt="xs">
          {faults.map(({ path, message: fault }) => (
            <List.Item key={`${path} ${fault}`}>{path === '' ? fault : `${path}: ${fault}`}</List.Item>
          ))}
        </List>
      )}
      {onRetry && (
        <div>
          <Button mt="sm" size="xs" variant="light" color="red" onClick={onRetry}>
            {texts.again}
          </Button>
        </div>
      )}
    </Alert>
  );
}

/** Brings what has just come up into sight, for whoever has scrolled elsewhere: a `ref` for it. */
export function showAlert(alert: HTMLElement | null): void {
  alert?.scrollIntoView({ block: 'nearest' });
}
