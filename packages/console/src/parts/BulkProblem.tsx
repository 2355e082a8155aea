import { Alert, Button, Group, List, Text } from '@mantine/core';
import { ApiError } from '../api/request.ts';
import { useWords } from '../words/LanguageProvider.tsx';
import { ErrorAlert, scrollIntoView } from './ErrorAlert.tsx';

/** An item as it was seen when it was selected. */
export type Seen = { readonly id: string; readonly name: string; readonly etag: string | undefined };

/** The precondition that an item is still as it was seen; if that is not known, it is not met. */
export function ifMatch({ etag = '""' }: Partial<Pick<Seen, 'etag'>>): { readonly ifMatch: string } {
  return { ifMatch: etag };
}

/** The IDs of the items that somebody else has changed or deleted since they were seen; none if an error is another one. */
export function conflictsOf(
  error: unknown,
  changes: readonly { readonly id: string }[],
): ReadonlySet<string> {
  if (!(error instanceof ApiError) || error.problem.code !== 'version_conflict') return new Set();
  const { errors } = error.problem;
  // The only item of a change that is not a batch.
  if (errors === undefined) return new Set(changes.map(({ id }) => id));
  const named = errors.map(({ path }) => changes[Number(/^changes\.(\d{1,4})/.exec(path)?.[1])]?.id);
  return new Set(named.filter((id) => id !== undefined));
}

/** The names of some items, for a sentence. */
export function namesOf(seen: readonly Seen[], ids: readonly string[]): string {
  return seen
    .filter(({ id }) => ids.includes(id))
    .map(({ id, name }) => name || id)
    .join(', ');
}

type Props = {
  readonly error: unknown;
  /** What was sent; each with the ID of its item. */
  readonly changes: readonly { readonly id: string }[];
  readonly seen: readonly Seen[];
  /** Loads what is there now. */
  readonly onLook: () => void;
  /** Does it for the other items. */
  readonly onSkip?: ((conflicts: ReadonlySet<string>) => void) | undefined;
};

const namesShown = 8;

/** Why an action on several items failed; what somebody else has changed can be looked at or skipped. */
export function BulkProblem({ error, changes, seen, onLook, onSkip }: Props) {
  const texts = useWords().bulk;
  const conflicts = conflictsOf(error, changes);
  if (conflicts.size === 0) return <ErrorAlert error={error} />;
  const names = seen.filter(({ id }) => conflicts.has(id));
  const others = seen.length - conflicts.size;
  return (
    <Alert color="yellow" title={texts.title(conflicts.size)} role="alert" ref={scrollIntoView}>
      <Text size="sm">{texts.text}</Text>
      <List size="sm" my="xs">
        {names.slice(0, namesShown).map(({ id, name }) => (
          <List.Item key={id}>{name || id}</List.Item>
        ))}
        {names.length > namesShown && <List.Item>{texts.others(names.length - namesShown)}</List.Item>}
      </List>
      <Group gap="xs">
        <Button size="compact-sm" variant="light" onClick={onLook}>
          {texts.look}
        </Button>
        {onSkip && others > 0 && (
          <Button size="compact-sm" variant="default" onClick={() => onSkip(conflicts)}>
            {texts.skip(others)}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
