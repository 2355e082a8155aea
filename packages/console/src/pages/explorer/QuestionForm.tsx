import { Button, Group, Kbd, Paper, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { isAppKind, operations } from '@newsstand/contract/plain';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useProjects } from '../../api/SessionProvider.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { NameInput } from './NameInput.tsx';
import { ParameterInput } from './ParameterInput.tsx';
import { PreviewPanel } from './PreviewPanel.tsx';
import { askElsewhere, canBeAsked, type Question, withValue } from './Question.ts';

type FormProps = {
  readonly question: Question;
  /** What the last answer found wrong, by the names of parameters. */
  readonly faults: ReadonlyMap<string, string>;
  readonly isRunning: boolean;
  readonly onChange: (question: Question) => void;
  readonly onRun: (question?: Question) => void;
};

/** Everything that can be asked, as a form. */
export function QuestionForm({ question, faults, isRunning, onChange, onRun }: FormProps) {
  const texts = useWords().explorer;
  const { operation } = question;
  const names = operation.parameters.filter((name) => name !== 'previewAt');
  return (
    <Paper
      component="form"
      withBorder
      p="md"
      onSubmit={(event) => {
        event.preventDefault();
        onRun();
      }}
    >
      <Stack gap="sm">
        <Title order={2} size="h4">
          {texts.form}
        </Title>
        <TargetInputs question={question} onChange={onChange} />
        <RunButton isReady={canBeAsked(question)} isRunning={isRunning} />
        <PreviewPanel
          question={question}
          error={faults.get('previewAt')}
          onChange={onChange}
          onMove={(next) => {
            onChange(next);
            onRun(next);
          }}
        />
        {names.length > 0 && (
          <Title order={3} size="h5" mt="xs">
            {texts.narrow}
          </Title>
        )}
        {names.map((name) => (
          <ParameterInput
            key={name}
            name={name}
            question={question}
            error={faults.get(name)}
            onChange={(value) => onChange(withValue(question, name, value))}
          />
        ))}
      </Stack>
    </Paper>
  );
}

function RunButton({ isReady, isRunning }: { readonly isReady: boolean; readonly isRunning: boolean }) {
  const texts = useWords().explorer;
  return (
    <Group gap="sm">
      <Button
        type="submit"
        disabled={!isReady}
        loading={isRunning}
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
      >
        {texts.run}
      </Button>
      {isReady ? <Kbd>{texts.runHint}</Kbd> : <Text size="sm">{texts.incomplete}</Text>}
    </Group>
  );
}

type TargetProps = Pick<FormProps, 'question' | 'onChange'>;

/** What is asked for, and where. */
function TargetInputs({ question, onChange }: TargetProps) {
  const texts = useWords().explorer;
  const projects = useProjects();
  const { operation } = question;
  const change = (part: Partial<Question>) => onChange(askElsewhere(question, part, projects));
  return (
    <>
      <Select
        label={texts.operation}
        data={operations.map(({ name }) => ({ value: name, label: texts.operations[name] }))}
        value={operation.name}
        onChange={(name) => change({ operation: operations.find((each) => each.name === name) ?? operation })}
        allowDeselect={false}
        maxDropdownHeight={320}
      />
      <PlaceInputs question={question} onChange={change} />
      {operation.single && (
        <NameInput
          kind={operation.kind}
          place={question}
          label={texts.id}
          placeholder={texts.idHint}
          value={question.id}
          onChange={(id) => onChange({ ...question, id })}
        />
      )}
    </>
  );
}

function PlaceInputs({
  question,
  onChange,
}: {
  readonly question: Question;
  readonly onChange: (part: Partial<Question>) => void;
}) {
  const texts = useWords().explorer;
  const projects = useProjects();
  const { operation, projectId, spaceId, instanceId } = question;
  const spaces = projects.find((each) => each.projectId === projectId)?.spaces ?? [];
  const all = spaces.find((each) => each.spaceId === spaceId)?.instances ?? [];
  const instances = all.filter(({ app }) => app === operation.kind).map((each) => each.instanceId);
  return (
    <SimpleGrid cols={{ base: 1, xs: isAppKind(operation.kind) ? 3 : 2 }} spacing="sm">
      <Select
        label={texts.project}
        data={projects.map((each) => each.projectId)}
        value={projectId}
        onChange={(value) => onChange({ projectId: value ?? projectId })}
        allowDeselect={false}
        searchable={projects.length > 5}
      />
      <Select
        label={texts.space}
        data={spaces.map((each) => each.spaceId)}
        value={spaceId}
        onChange={(value) => onChange({ spaceId: value ?? spaceId })}
        allowDeselect={false}
      />
      {isAppKind(operation.kind) && (
        <Select
          label={texts.instance}
          data={instances}
          value={instanceId}
          onChange={(value) => onChange({ instanceId: value ?? instanceId })}
          allowDeselect={false}
          error={instances.length === 0 && texts.noInstance}
        />
      )}
    </SimpleGrid>
  );
}
