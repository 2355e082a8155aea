import { Button, Group, Kbd, Paper, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { isAppKind, operations } from '@newsstand/contract/plain';
import { useProjects } from '../../api/SessionProvider.tsx';
import { IconPlayerPlay } from '../../icons/icons.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { type ExplorerRequest, isComplete, retarget, withValue } from './ExplorerRequest.ts';
import { NameInput } from './IdInput.tsx';
import { ParameterInput } from './ParameterInput.tsx';
import { PreviewPanel } from './PreviewPanel.tsx';

type FormProps = {
  readonly request: ExplorerRequest;
  /** What the last response said was wrong, by parameter. */
  readonly faults: ReadonlyMap<string, string>;
  readonly isRunning: boolean;
  readonly onChange: (request: ExplorerRequest) => void;
  readonly onRun: (request?: ExplorerRequest) => void;
};

/** The form that builds a request. */
export function RequestForm({ request, faults, isRunning, onChange, onRun }: FormProps) {
  const texts = useWords().explorer;
  const { operation } = request;
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
        <TargetInputs request={request} onChange={onChange} />
        <RunButton isReady={isComplete(request)} isRunning={isRunning} />
        <PreviewPanel
          request={request}
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
            request={request}
            error={faults.get(name)}
            onChange={(value) => onChange(withValue(request, name, value))}
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

type TargetProps = Pick<FormProps, 'request' | 'onChange'>;

/** The operation, and what it applies to. */
function TargetInputs({ request, onChange }: TargetProps) {
  const texts = useWords().explorer;
  const projects = useProjects();
  const { operation } = request;
  const change = (part: Partial<ExplorerRequest>) => onChange(retarget(request, part, projects));
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
      <ScopeInputs request={request} onChange={change} />
      {operation.single && (
        <NameInput
          kind={operation.kind}
          scope={request}
          label={texts.id}
          placeholder={texts.idHint}
          value={request.id}
          onChange={(id) => onChange({ ...request, id })}
        />
      )}
    </>
  );
}

function ScopeInputs({
  request,
  onChange,
}: {
  readonly request: ExplorerRequest;
  readonly onChange: (part: Partial<ExplorerRequest>) => void;
}) {
  const texts = useWords().explorer;
  const projects = useProjects();
  const { operation, projectId, spaceId, instanceId } = request;
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
