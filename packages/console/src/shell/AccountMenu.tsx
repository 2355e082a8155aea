import { Avatar, Button, Menu, useMantineColorScheme } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'wouter';
import { ApiError, sendRequest } from '../api/request.ts';
import { useSession } from '../api/SessionProvider.tsx';
import {
  IconBook,
  IconCheck,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
} from '../icons/icons.tsx';
import { useErrorText } from '../parts/describeError.ts';
import { useLanguage, useWords } from '../words/LanguageProvider.tsx';
import { languageNames, nameOfLanguage } from '../words/languages.ts';

/** The operator's menu: account, documentation, language, colours, sign out. */
export function AccountMenu() {
  const texts = useWords().shell;
  const { operator, service } = useSession();
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          className="account-button"
          leftSection={<Avatar name={operator.name} size={26} color="kiosk" />}
        >
          {operator.name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} href="/account" leftSection={<IconUser size={16} />}>
          {texts.account}
        </Menu.Item>
        {service.docsUrl !== undefined && (
          <Menu.Item
            component="a"
            href={service.docsUrl}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconBook size={16} />}
          >
            {texts.documentation}
          </Menu.Item>
        )}
        <LanguageEntries />
        <ColourEntries />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => signOut()}>
          {texts.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Ends the session, and shows the sign-in page. Without a response, the operator is still signed in, and told so. */
export function useSignOut(): () => void {
  const describe = useErrorText();
  const { mutate } = useMutation({
    // A session that has ended already needs no other one to be ended.
    mutationFn: () => sendRequest('/session', { method: 'DELETE', isSigningIn: true }),
    onSuccess: () => location.assign('/console/'),
    onError: (error) => {
      if (error instanceof ApiError && error.problem.code === 'session_missing') {
        location.assign('/console/');
        return;
      }
      const { title, message } = describe(error);
      notifications.show({ color: 'red', title, message });
    },
  });
  return mutate;
}

function LanguageEntries() {
  const texts = useWords().shell;
  const { language, setLanguage } = useLanguage();
  return (
    <>
      <Menu.Label>{texts.language}</Menu.Label>
      {languageNames.map((name) => (
        <Menu.Item
          key={name}
          lang={name}
          onClick={() => setLanguage(name)}
          leftSection={
            language === name ? <IconCheck size={16} /> : <span style={{ display: 'block', width: 16 }} />
          }
        >
          {nameOfLanguage(name)}
        </Menu.Item>
      ))}
    </>
  );
}

const schemes = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const;

function ColourEntries() {
  const texts = useWords().shell;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>{texts.colours}</Menu.Label>
      {(['light', 'dark', 'auto'] as const).map((scheme) => {
        const Icon = schemes[scheme];
        return (
          <Menu.Item
            key={scheme}
            leftSection={<Icon size={16} />}
            rightSection={colorScheme === scheme && <IconCheck size={16} />}
            onClick={() => setColorScheme(scheme)}
          >
            {texts[scheme]}
          </Menu.Item>
        );
      })}
    </>
  );
}
