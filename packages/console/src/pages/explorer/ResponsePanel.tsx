import { Alert, Badge, Button, Group, List, Paper, Stack, Table, Tabs, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMemo } from 'react';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { JsonView } from '../../parts/json/JsonView.tsx';
import { parseJson } from '../../parts/json/parseJson.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import type { Compared, Comparison } from './comparison.ts';
import { type ExplorerRequest, requestPath } from './ExplorerRequest.ts';
import type { Outcome, useRun } from './useRun.ts';

type PanelProps = {
  readonly request: ExplorerRequest;
  readonly running: ReturnType<typeof useRun>;
  readonly onAskAgain: () => void;
};

/** What was answered. */
export function ResponsePanel({ request, running, onAskAgain }: PanelProps) {
  const texts = useWords().explorer;
  const { outcome, error, isRunning } = running;
  return (
    <Paper withBorder p="md" component="section">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {texts.answer}
          </Title>
          {outcome?.etag !== undefined && outcome.path === requestPath(request) && (
            <Button
              size="compact-sm"
              variant="light"
              leftSection={<IconRefresh size={14} aria-hidden />}
              onClick={onAskAgain}
            >
              {texts.conditional}
            </Button>
          )}
        </Group>
        {error !== null && <ErrorAlert error={error} />}
        <div aria-live="polite">{outcome && <Facts outcome={outcome} />}</div>
        {outcome === undefined && error === null && <Text c="dimmed">{texts.noAnswer}</Text>}
        {outcome && (
          <Stack gap="md" aria-busy={isRunning} style={{ opacity: isRunning ? 0.6 : 1 }}>
            <AnswerView outcome={outcome} />
          </Stack>
        )}
      </Stack>
    </Paper>
  );
}

const colours = ['gray', 'gray', 'green', 'blue', 'orange', 'red'] as const;

function Facts({ outcome }: { readonly outcome: Outcome }) {
  const texts = useWords().explorer;
  const { language } = useLanguage();
  const { status, milliseconds, bytes } = outcome.answer;
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return (
    <Group gap="md">
      <Badge size="lg" variant="light" tt="none" color={colours[Math.floor(status / 100)] ?? 'red'}>
        {texts.status} {status}
      </Badge>
      <Text size="sm">{texts.took(number.format(milliseconds))}</Text>
      <Text size="sm">{texts.bytes(number.format(bytes))}</Text>
    </Group>
  );
}

function AnswerView({ outcome }: { readonly outcome: Outcome }) {
  const texts = useWords().explorer;
  const { answer, body, comparison } = outcome;
  const value = useMemo(() => parseJson(body).value, [body]);
  return (
    <>
      {answer.status === 304 && <Alert color="blue">{texts.unchanged}</Alert>}
      {comparison && <ComparisonView comparison={comparison} />}
      <Tabs defaultValue="body" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="body">{texts.body}</Tabs.Tab>
          <Tabs.Tab value="headers">{texts.headers(answer.headers.length)}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="body" pt="sm">
          {body === '' && <Text size="sm">{texts.noBody}</Text>}
          {value !== undefined && <JsonView value={value} label={texts.body} />}
        </Tabs.Panel>
        <Tabs.Panel value="headers" pt="sm">
          <HeaderTable headers={answer.headers} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function HeaderTable({ headers }: { readonly headers: Outcome['answer']['headers'] }) {
  const texts = useWords().explorer;
  return (
    <Table layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="35%">{texts.header}</Table.Th>
          <Table.Th>{texts.value}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {headers.map(([name, value]) => (
          <Table.Tr key={`${name} ${value}`}>
            <Table.Td className="long-text">{name}</Table.Td>
            <Table.Td className="long-text">{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const changeColours = { stays: 'gray', comes: 'green', goes: 'red' } as const;

/** Which items come and which go until the moment that was asked for. */
function ComparisonView({ comparison }: { readonly comparison: Comparison }) {
  const texts = useWords().explorer.compared;
  const { items, nowTotal, thenTotal } = comparison;
  const amount = (change: Compared['change']) => items.filter((each) => each.change === change).length;
  const [comes, goes] = [amount('comes'), amount('goes')];
  const summary = comes + goes === 0 ? texts.same : texts.changes(comes, goes);
  return (
    <section aria-live="polite">
      <Group gap="sm" align="baseline" mb="xs">
        <Title order={3} size="h5">
          {texts.title}
        </Title>
        <Text size="sm">{items.length === 0 ? texts.none : summary}</Text>
        <Text size="sm" c="dimmed">
          {texts.amount(thenTotal, nowTotal)}
        </Text>
      </Group>
      <List listStyleType="none" size="sm" spacing={4} className="compared">
        {items.map(({ id, name, change }) => (
          <List.Item key={id} data-change={change}>
            <Group gap="xs" wrap="nowrap" align="flex-start">
              <Badge variant="light" color={changeColours[change]} tt="none" miw={72}>
                {texts[change]}
              </Badge>
              <Text size="sm" td={change === 'goes' ? 'line-through' : undefined} className="long-text">
                {name}
              </Text>
            </Group>
          </List.Item>
        ))}
      </List>
    </section>
  );
}
