import { Group, Paper, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import type { Space } from '../../../api/paths.ts';
import { isSameJson } from '../../../parts/json/json.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import { blocksIn } from '../document/bodyBlocks.ts';
import { type Difference, type Document, differences, isDocument, writeAt } from '../document/Document.ts';
import { diffWords } from '../document/diffWords.ts';
import { fieldLabel, nameFollows } from '../document/fields.ts';
import { ValueView, valueText } from '../ValueView.tsx';
import { BodyDiff, type DiffLayout, Parts } from './BodyDiff.tsx';

type DiffProps = {
  readonly space: Space;
  readonly before: Document;
  readonly after: Document;
  readonly layout?: DiffLayout;
};

/** The differences between two versions, member by member. */
export function DiffView({ space, before, after, layout = 'unified' }: DiffProps) {
  const texts = useWords().history;
  const names = useWords().members;
  const found = differences(before, after).filter(
    ({ path }) => path !== 'name' || !nameFollows(before, after),
  );
  if (found.length === 0) return <Text size="sm">{texts.same}</Text>;
  return (
    <Stack gap="sm">
      {found.map((difference) => (
        <Paper
          key={difference.path}
          withBorder
          p="sm"
          component="section"
          aria-label={fieldLabel(difference.path, names)}
        >
          <Text size="sm" fw={600} mb={4}>
            {fieldLabel(difference.path, names)}
          </Text>
          <div data-path={difference.path}>
            <MemberDiff {...{ space, difference, layout }} />
          </div>
        </Paper>
      ))}
    </Stack>
  );
}

/** Chooses how differences are laid out; remembered. A phone has room for one text only. */
export function useDiffLayout() {
  const texts = useWords().comparison;
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false;
  const [chosen, setChosen] = useLocalStorage<DiffLayout>({
    key: 'newsstand-comparison',
    defaultValue: 'unified',
  });
  const control = isPhone ? null : (
    <SegmentedControl
      size="xs"
      aria-label={texts.layout}
      value={chosen}
      onChange={(value) => setChosen(value === 'split' ? 'split' : 'unified')}
      data={[
        { value: 'unified', label: texts.unified },
        { value: 'split', label: texts.split },
      ]}
    />
  );
  return { layout: isPhone ? 'unified' : chosen, control } as const;
}

type MemberProps = {
  readonly space: Space;
  readonly difference: Difference;
  readonly layout?: DiffLayout;
};

/** One member, before and after. */
export function MemberDiff({ space, difference, layout = 'unified' }: MemberProps) {
  const names = useWords().members;
  const { path, before, after } = difference;
  const bodies = path === 'values.body' ? bodiesOf(before, after) : undefined;
  if (bodies !== undefined)
    return (
      <>
        {bodies.details.map((detail) => (
          <div key={detail.path}>
            <Text size="xs" c="dimmed" data-aside>
              {fieldLabel(detail.path, names)}
            </Text>
            <div data-path={detail.path}>
              <MemberDiff space={space} difference={detail} layout={layout} />
            </div>
          </div>
        ))}
        <BodyDiff space={space} before={bodies.before} after={bodies.after} layout={layout} />
      </>
    );
  if (isTextual(difference)) return <TextDiff {...difference} layout={layout} />;
  const [old, now] = [before, after].map((value, at) => (
    <ValueView key={at === 0 ? 'before' : 'after'} space={space} path={path} value={value} />
  ));
  if (layout === 'split')
    return (
      <SimpleGrid cols={2}>
        {old}
        {now}
      </SimpleGrid>
    );
  return (
    <Group gap="sm" align="center">
      {old}
      <Text aria-hidden>→</Text>
      {now}
    </Group>
  );
}

/** The blocks of both bodies, and those of their other members that differ; undefined if one has another structure. */
function bodiesOf(before: unknown, after: unknown) {
  const [old, now] = [before, after].map((body) => blocksIn(writeAt({}, 'values.body', body)));
  if (old === undefined || now === undefined) return undefined;
  const [oldRest = {}, nowRest = {}] = [before, after].map((body): Document => {
    const { blocks: _, ...others } = isDocument(body) ? body : {};
    return others;
  });
  const paths = [...new Set([...Object.keys(oldRest), ...Object.keys(nowRest)])];
  const details = paths
    .map((name) => ({ path: `values.body.${name}`, before: oldRest[name], after: nowRest[name] }))
    .filter((each) => !isSameJson(each.before, each.after));
  return { before: old, after: now, details };
}

const named = new Set([
  ...['category', 'tags', 'values.thumbnail', 'values.image', 'values.body.socialPicture', 'status'],
]);

/** Whether both sides are best compared as texts. */
function isTextual({ path, before, after }: Difference): boolean {
  return !named.has(path) && before !== undefined && after !== undefined && typeof after !== 'number';
}

function TextDiff({ path, before, after, layout }: Difference & { readonly layout: DiffLayout }) {
  const { language } = useLanguage();
  const parts = diffWords(valueText(path, before, language), valueText(path, after, language));
  const text = (side?: 'before' | 'after') => (
    <Text
      size="sm"
      component="div"
      className="value-text"
      data-change={side === 'before' ? 'removed' : undefined}
    >
      <Parts parts={parts} side={side} />
    </Text>
  );
  if (layout === 'unified') return text();
  return (
    <SimpleGrid cols={2}>
      {text('before')}
      {text('after')}
    </SimpleGrid>
  );
}
