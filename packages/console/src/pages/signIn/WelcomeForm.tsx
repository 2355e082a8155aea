import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useWords } from '../../words/LanguageProvider.tsx';
import { Refused } from './Refused.tsx';
import { useSending } from './useSending.ts';

/** How the link of the first owner begins; others are for somebody who has a name already. */
const ownerBeginning = 'nso_';

/** What a link leads to: a password to be chosen, and for the first owner a name too. */
export function WelcomeForm({ token }: { readonly token: string }) {
  const texts = useWords().signIn;
  const { isSending, error, send } = useSending('/invitations', '/console/');
  const isOwner = token.startsWith(ownerBeginning);
  return (
    <form onSubmit={send({ token })}>
      <Stack>
        <Text>{isOwner ? texts.ownerText : texts.invitedText}</Text>
        {error !== undefined && <Refused error={error} />}
        {isOwner && <OwnerFields />}
        <PasswordInput
          name="password"
          label={texts.password}
          description={texts.passwordHint}
          autoComplete="new-password"
          minLength={12}
          visibilityToggleButtonProps={{ 'aria-label': texts.show }}
          required
        />
        <Button type="submit" loading={isSending}>
          {texts.begin}
        </Button>
      </Stack>
    </form>
  );
}

function OwnerFields() {
  const texts = useWords().signIn;
  return (
    <>
      <TextInput name="name" label={texts.name} description={texts.nameHint} autoComplete="name" required />
      <TextInput
        name="operatorId"
        label={texts.operatorId}
        description={texts.operatorIdHint}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </>
  );
}
