import { Group, Input, NativeSelect, Paper, Select, Stack, Text } from '@mantine/core';
import type { Place, Role, RoleGrant } from '@newsstand/contract/manage';
import { isAllowed, roleNames } from '@newsstand/contract/manage/plain';
import { useId } from 'react';
import { usePlaces, useSession } from '../api/SessionProvider.tsx';
import { useLanguage, useWords } from '../words/LanguageProvider.tsx';
import { placeKey, placeLabel } from './roleLabel.ts';

type Props = {
  readonly label: string;
  readonly value: readonly RoleGrant[];
  readonly onChange: (roles: readonly RoleGrant[]) => void;
  /** The role that the operator needs in a place to choose it. */
  readonly needed: Role;
  readonly error?: string | undefined;
};

/** Chooses roles: in all projects or one of them, and, once added, in spaces and instances. */
export function RolePicker({ label, value, onChange, needed, error }: Props) {
  const texts = useWords().rolePicker;
  const words = useWords().roles;
  const { language } = useLanguage();
  const id = useId();
  const places = usePlaces(needed);
  const chosen = new Set(value.map(placeKey));
  const wide = places.filter(({ spaceId }) => spaceId === undefined);
  const rows = [
    ...wide,
    ...value.filter((grant) => !wide.some((place) => placeKey(place) === placeKey(grant))),
  ];
  const addable = places.filter((place) => place.spaceId !== undefined && !chosen.has(placeKey(place)));
  const set = (place: Place, role: Role | undefined) => {
    const others = value.filter((grant) => placeKey(grant) !== placeKey(place));
    const { projectId, spaceId, instanceId } = place;
    onChange(role === undefined ? others : [...others, { projectId, spaceId, instanceId, role }]);
  };
  const add = (key: string | null) => {
    const place = addable.find((each) => placeKey(each) === key);
    if (place) set(place, 'viewer');
  };
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }} error={error} required>
      <Paper withBorder p="sm" mt={4} className="role-rows" role="group" aria-labelledby={id}>
        <Stack gap="xs" mah={320} className="role-list">
          {rows.map((place) => (
            <RoleRow
              key={placeKey(place)}
              place={place}
              role={value.find((grant) => placeKey(grant) === placeKey(place))?.role}
              onChange={(role) => set(place, role)}
            />
          ))}
        </Stack>
        {addable.length > 0 && (
          <Select
            mt={rows.length === 0 ? 0 : 'sm'}
            aria-label={texts.add}
            placeholder={texts.add}
            data={addable.map((place) => ({ value: placeKey(place), label: placeLabel(place, language) }))}
            value={null}
            onChange={add}
            searchable
            nothingFoundMessage={texts.nothing}
          />
        )}
      </Paper>
      <Stack gap={0} mt={4}>
        {roleNames.map((role) => (
          <Text key={role} size="xs" c="dimmed">
            {words[role]}: {words.about[role]}
          </Text>
        ))}
      </Stack>
    </Input.Wrapper>
  );
}

type RowProps = {
  readonly place: Place;
  readonly role: Role | undefined;
  readonly onChange: (role: Role | undefined) => void;
};

function RoleRow({ place, role, onChange }: RowProps) {
  const texts = useWords().operators.form;
  const words = useWords().roles;
  const { language } = useLanguage();
  const own = useSession().operator.roles;
  const name = placeLabel(place, language);
  // Nobody gives more than they have.
  const offered = roleNames.filter((each) => each === role || isAllowed(own, each, place));
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" className="long-text">
        {name}
      </Text>
      <NativeSelect
        aria-label={texts.roleIn(name)}
        value={role ?? ''}
        onChange={({ currentTarget }) => onChange(roleNames.find((each) => each === currentTarget.value))}
        data={[
          { value: '', label: words.none },
          ...offered.map((each) => ({ value: each, label: words[each] })),
        ]}
        flex="none"
        w={140}
      />
    </Group>
  );
}
