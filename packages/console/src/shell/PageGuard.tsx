import { Alert, Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useWords } from '../words/LanguageProvider.tsx';

type Props = { readonly location: string; readonly children: ReactNode };

/** Keeps the rest of the console where one page fails; another page is tried anew. React offers this to classes only. */
export class PageGuard extends Component<Props> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidUpdate({ location }: Props) {
    if (location !== this.props.location) this.setState({ hasFailed: false });
  }

  override render() {
    return this.state.hasFailed ? <Failed /> : this.props.children;
  }
}

function Failed() {
  const texts = useWords().pageGuard;
  return (
    <Alert color="red" title={texts.title} role="alert">
      {texts.text}
      <div>
        <Button mt="sm" size="xs" color="red" onClick={() => window.location.reload()}>
          {texts.again}
        </Button>
      </div>
    </Alert>
  );
}
