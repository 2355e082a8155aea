import { Alert, Group, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useMay } from '../api/SessionProvider.tsx';
import { useWords } from '../words/LanguageProvider.tsx';

type Props = {
  readonly title: string;
  /** What the page is for. */
  readonly text?: ReactNode;
  /** How many it shows; told when it changes. */
  readonly amount?: string | undefined;
  /** What can be done here first of all. */
  readonly children?: ReactNode;
};

/** The head of a page; the window is called the same. */
export function PageHead({ title, text, amount, children }: Props) {
  useTitle(title);
  return (
    <div>
      <Group justify="space-between">
        <Group gap="sm" align="baseline">
          <Title order={1} size="h2" className="long-text">
            {title}
          </Title>
          <Text c="dimmed" aria-live="polite">
            {amount}
          </Text>
        </Group>
        {children}
      </Group>
      {text !== undefined && (
        <Text c="dimmed" mt={4}>
          {text}
        </Text>
      )}
    </div>
  );
}

/** Gives the window a title, as in `Keys · Newsstand`. */
export function useTitle(text: string): void {
  useEffect(() => {
    document.title = text === '' ? 'Newsstand' : `${text} · Newsstand`;
  }, [text]);
}

/** Says to those who may not change a project why nothing of that is offered. */
export function ReadOnlyNote({ projectId }: { readonly projectId: string }) {
  const { text } = useWords().readOnly;
  return useMay('editor', projectId) ? null : <Alert color="gray">{text}</Alert>;
}
