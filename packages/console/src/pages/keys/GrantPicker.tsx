import { Checkbox, Input, Paper, Text } from '@mantine/core';
import type { Project } from '@newsstand/contract/manage';
import { useId } from 'react';
import { useWords } from '../../words/LanguageProvider.tsx';
import type { Grant } from './examples.ts';
import { type Grantable, grantables, reaches, withGrant, withoutGrant } from './grants.ts';

type Props = {
  readonly projects: readonly Project[];
  readonly value: readonly Grant[];
  readonly onChange: (grants: readonly Grant[]) => void;
  readonly error?: string | undefined;
};

/** Chooses what a key reaches: what is chosen as a whole holds all that is in it. */
export function GrantPicker({ projects, value, onChange, error }: Props) {
  const texts = useWords().keys.dialog;
  const id = useId();
  return (
    <Input.Wrapper
      label={texts.grants}
      description={texts.grantsHint}
      error={error}
      labelElement="div"
      labelProps={{ id }}
      required
    >
      <Paper withBorder p="sm" mt={4} mah={280} className="grant-tree" role="group" aria-labelledby={id}>
        {projects.length === 0 && <Text size="sm">{texts.none}</Text>}
        <Branches branches={grantables(projects)} value={value} onChange={onChange} />
      </Paper>
    </Input.Wrapper>
  );
}

type BranchProps = Pick<Props, 'value' | 'onChange'> & { readonly branches: readonly Grantable[] };

function Branches({ branches, value, onChange }: BranchProps) {
  const texts = useWords().keys.dialog;
  return (
    <ul>
      {branches.map(({ grant, name, apps, inner }) => {
        const isReached = value.some((each) => reaches(each, grant));
        const isWithin = value.some((each) => reaches(each, grant) && !reaches(grant, each));
        const label = apps.length === 0 ? name : `${name} (${apps.map((app) => texts.apps[app]).join(', ')})`;
        return (
          <li key={name}>
            <Checkbox
              label={label}
              checked={isReached}
              disabled={isWithin}
              indeterminate={!isReached && value.some((each) => reaches(grant, each))}
              onChange={() => onChange(isReached ? withoutGrant(value, grant) : withGrant(value, grant))}
            />
            {inner.length > 0 && <Branches branches={inner} value={value} onChange={onChange} />}
          </li>
        );
      })}
    </ul>
  );
}
