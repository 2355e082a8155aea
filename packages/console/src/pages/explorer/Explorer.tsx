import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useSearchParams } from 'wouter';
import { useProjects } from '../../api/SessionProvider.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { useSpace } from '../../shell/useSpace.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { AnswerPanel } from './AnswerPanel.tsx';
import { CodePanel } from './CodePanel.tsx';
import { canBeAsked, type Question, readQuestion, writeQuestion } from './Question.ts';
import { QuestionForm } from './QuestionForm.tsx';
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
