import { Paper, Stack, Tabs, Text, Title } from '@mantine/core';
import { useSession } from '../../api/SessionProvider.tsx';
import { Snippet } from '../../parts/Snippet.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { canBeAsked, type Question } from './Question.ts';
import { clientQuestion, curlQuestion } from './questionCode.ts';
import { questionPath } from './questionPath.ts';

/** The question as a URL, for a shell, and for a program. */
export function CodePanel({ question }: { readonly question: Question }) {
  const texts = useWords().explorer;
  const { publicUrl } = useSession().service;
  if (!canBeAsked(question)) return null;
  return (
    <Paper withBorder p="md" component="section">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {texts.code}
        </Title>
        <Snippet label={texts.url} code={`${publicUrl}${questionPath(question)}`} />
        <Tabs defaultValue="curl" keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="curl">{texts.curl}</Tabs.Tab>
            <Tabs.Tab value="client">{texts.client}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="curl" pt="sm">
            <Snippet label={texts.curl} code={curlQuestion(question, publicUrl)} />
          </Tabs.Panel>
          <Tabs.Panel value="client" pt="sm">
            <Snippet label={texts.client} code={clientQuestion(question, publicUrl)} />
          </Tabs.Panel>
        </Tabs>
        <Text size="xs" c="dimmed">
          {texts.keyNote}
        </Text>
      </Stack>
    </Paper>
  );
}
