import { Alert, Button, List } from '@mantine/core';
import { useLanguage, useWords } from '../words/LanguageProvider.tsx';
import { describeError, fieldName } from './describeError.ts';

/** Shows an error, with a retry button if that may help. */
export function ErrorAlert({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const texts = useWords().errorAlert;
  const { language } = useLanguage();
  const { title, message, faults } = describeError(error, language);
  return (
    <Alert color="red" title={title} role="alert" className="error-alert" ref={scrollIntoView}>
      {message}
      {faults.length > 0 && (
        <List size="sm" mt="xs">
          {faults.map(({ path, message: fault }) => (
            <List.Item key={`${path} ${fault}`}>
              {path === '' ? fault : `${fieldName(path, language)}: ${fault}`}
            </List.Item>
          ))}
        </List>
      )}
      {onRetry && (
        <div>
          <Button mt="sm" size="xs" variant="light" color="red" onClick={onRetry}>
            {texts.retry}
          </Button>
        </div>
      )}
    </Alert>
  );
}

/** A `ref` that scrolls an element into view when it appears. */
export function scrollIntoView(alert: HTMLElement | null): void {
  alert?.scrollIntoView({ block: 'nearest' });
}
