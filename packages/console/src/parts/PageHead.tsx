import { Alert, Group, Text, Title } from '@mantine/core';
import type { Place } from '@newsstand/contract/manage';
import { type ReactNode, useEffect } from 'react';
import { useIsAllowed } from '../api/SessionProvider.tsx';
import { useWords } from '../words/LanguageProvider.tsx';

type Props = {
  readonly title: string;
  /** What the page is for. */
  readonly text?: ReactNode;
  /** The number of items; announced when it changes. */
  readonly amount?: string | undefined;
  /** The main actions of the page. */
  readonly children?: ReactNode;
};

/** The head of a page, which also sets the window title. */
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
        <Text c="dimmed" size="sm" mt={2}>
          {text}
        </Text>
      )}
    </div>
  );
}

/** Sets the window title, as in `Keys · Newsstand`. */
export function useTitle(text: string): void {
  useEffect(() => {
    document.title = text === '' ? 'Newsstand' : `${text} · Newsstand`;
  }, [text]);
}

/** Tells viewers why they cannot change anything in a place, and writers why they cannot publish. */
export function ReadOnlyNote({ projectId, spaceId, instanceId }: Place) {
  const { readOnly, limits } = useWords();
  const place = { projectId, spaceId, instanceId };
  const isEditor = useIsAllowed('editor', place);
  const isWriter = useIsAllowed('writer', place) && instanceId !== undefined;
  if (isEditor) return null;
  return <Alert color="gray">{isWriter ? limits.writer : readOnly.text}</Alert>;
}
