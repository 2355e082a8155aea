import { Alert, Anchor, Button, Group, List, Text } from '@mantine/core';
import { ApiError } from '../api/request.ts';
import { useLanguage, useWords } from '../words/LanguageProvider.tsx';
import { fieldName } from './describeError.ts';
import { ErrorAlert, scrollIntoView } from './ErrorAlert.tsx';

/** An item as it was seen when it was selected. */
export type Seen = { readonly id: string; readonly name: string; readonly etag: string | undefined };

/** The precondition that an item is still as it was seen; if that is not known, it is not met. */
export function ifMatch({ etag = '""' }: Partial<Pick<Seen, 'etag'>>): { readonly ifMatch: string } {
  return { ifMatch: etag };
}

/** Why an item was refused: the fields, by path, and what is wrong with them. */
type Reason = { readonly path: string; readonly message: string };

/** The items that made the service refuse several changes, by ID; none if it refused them for another reason. */
export function refusalsOf(
  error: unknown,
  changes: readonly { readonly id: string }[],
): ReadonlyMap<string, readonly Reason[]> {
  const refusals = new Map<string, Reason[]>();
  if (!(error instanceof ApiError)) return refusals;
  const { code, errors } = error.problem;
  // The only item of a change that is not a batch.
  if (errors === undefined)
    return new Map(code === 'version_conflict' ? changes.map(({ id }) => [id, []] as const) : []);
  for (const { path, message } of errors) {
    const [, part = '', field = ''] = /^changes\.(\d{1,4})(?:\.(.*))?$/s.exec(path) ?? [];
    const id = part === '' ? undefined : changes[Number(part)]?.id;
    // What is wrong with the request as a whole can't be mended by leaving items out.
    if (id === undefined) return new Map();
    refusals.set(id, [...(refusals.get(id) ?? []), { path: field, message }]);
  }
  return refusals;
}

const namesShown = 8;

/** The names of some items, for a sentence. */
export function namesOf(
  seen: readonly Seen[],
  ids: readonly string[],
  others: (count: number) => string,
): string {
  const names = seen.filter(({ id }) => ids.includes(id)).map(({ id, name }) => name || id);
  const further = names.length - namesShown;
  return [...names.slice(0, namesShown), ...(further > 0 ? [others(further)] : [])].join(', ');
}

type Props = {
  readonly error: unknown;
  /** What was sent; each with the ID of its item. */
  readonly changes: readonly { readonly id: string }[];
  readonly seen: readonly Seen[];
  /** Where an item can be opened. */
  readonly hrefOf?: ((id: string) => string) | undefined;
  /** Loads what is there now. */
  readonly onLook: () => void;
  /** Does it for the other items. */
  readonly onSkip?: ((refused: ReadonlySet<string>) => void) | undefined;
};

/** Why an action on several items failed: for which of them, and why; they can be looked at or skipped. */
export function BulkProblem({ error, changes, seen, hrefOf, onLook, onSkip }: Props) {
  const texts = useWords().bulk;
  const refusals = refusalsOf(error, changes);
  if (refusals.size === 0) return <ErrorAlert error={error} />;
  const isConflict = error instanceof ApiError && error.problem.code === 'version_conflict';
  const refused = seen.filter(({ id }) => refusals.has(id));
  const others = seen.length - refused.length;
  const title = isConflict ? texts.title(refused.length) : texts.refused(refused.length);
  return (
    <Alert color="yellow" title={title} role="alert" ref={scrollIntoView}>
      <Text size="sm">{isConflict ? texts.text : texts.nothing}</Text>
      <NamedItems
        items={refused}
        hrefOf={hrefOf}
        reasonsOf={(id) => (isConflict ? [] : (refusals.get(id) ?? []))}
      />
      <Group gap="xs">
        {isConflict && (
          <Button size="compact-sm" variant="light" onClick={onLook}>
            {texts.look}
          </Button>
        )}
        {onSkip && others > 0 && (
          <Button size="compact-sm" variant="default" onClick={() => onSkip(new Set(refusals.keys()))}>
            {texts.skip(others)}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

type NamedItemsProps = {
  readonly items: readonly Pick<Seen, 'id' | 'name'>[];
  readonly hrefOf?: ((id: string) => string) | undefined;
  readonly reasonsOf?: (id: string) => readonly Reason[];
};

/** The first of several items by name, with links to open them in a tab of their own, and why they are listed. */
export function NamedItems({ items, hrefOf, reasonsOf = () => [] }: NamedItemsProps) {
  const { bulk, itemList } = useWords();
  const { language } = useLanguage();
  const further = items.length - namesShown;
  const told = ({ path, message }: Reason) =>
    path === '' ? message : `${fieldName(path, language)}: ${message}`;
  return (
    <List size="sm" my="xs">
      {items.slice(0, namesShown).map(({ id, name }) => (
        <List.Item key={id}>
          {hrefOf === undefined ? (
            name || id
          ) : (
            <Anchor size="sm" href={hrefOf(id)} target="_blank">
              {name || itemList.untitled}
            </Anchor>
          )}
          {reasonsOf(id).map((reason) => (
            <Text key={reason.path} size="xs" c="dimmed">
              {told(reason)}
            </Text>
          ))}
        </List.Item>
      ))}
      {further > 0 && <List.Item>{bulk.others(further)}</List.Item>}
    </List>
  );
}
