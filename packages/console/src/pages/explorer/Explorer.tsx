import { Paper, SimpleGrid, Stack, Tabs, Text, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useSearchParams } from 'wouter';
import { useProjects, useSession } from '../../api/SessionProvider.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Snippet } from '../../parts/Snippet.tsx';
import { useSpace } from '../../shell/useSpace.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { AnswerPanel } from './AnswerPanel.tsx';
import { canBeAsked, type Question, readQuestion, writeQuestion } from './Question.ts';
import { QuestionForm } from './QuestionForm.tsx';
import { clientQuestion, curlQuestion } from './questionCode.ts';
import { questionPath } from './questionPath.ts';
import { faultsIn } from './readJson.ts';
import { useRun } from './useRun.ts';

/** Puts questions to the public interface together, and asks them. */
export default function Explorer() {
  const texts = useWords().explorer;
  return (
    <Stack gap="md">
      <PageHead title={texts.title} text={texts.lead} />
      {useSpace() === undefined ? <Text>{texts.noSpace}</Text> : <Workbench />}
    </Stack>
  );
}

function Workbench() {
  const [params, setParams] = useSearchParams();
  const question = readQuestion(params, useProjects(), useSpace());
  const running = useRun();
  const { outcome, run } = running;
  const change = (next: Question) => setParams(writeQuestion(next), { replace: true });
  const ask = (asked = question) => {
    if (canBeAsked(asked)) run(asked);
  };
  useHotkeys([['mod+Enter', () => ask()]], []);
  const askAgain = () => {
    if (outcome?.etag !== undefined) run(question, { etag: outcome.etag, body: outcome.body });
  };
  const faults = faultsIn(outcome?.body ?? '');
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
      <QuestionForm
        question={question}
        faults={faults}
        isRunning={running.isRunning}
        onChange={change}
        onRun={ask}
      />
      <Stack gap="lg">
        <CodePanel question={question} />
        <AnswerPanel question={question} running={running} onAskAgain={askAgain} />
      </Stack>
    </SimpleGrid>
  );
}

/** The question as a URL, for a shell, and for a program. */
function CodePanel({ question }: { readonly question: Question }) {
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
