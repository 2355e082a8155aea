import { Alert, Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useWords } from '../words/LanguageProvider.tsx';

type Props = { readonly location?: string; readonly children: ReactNode };

/**
 * Shows an error if a page, or a part of it, fails, and tries again on the next page. React supports this in classes only.
 */
export class ErrorBoundary extends Component<Props> {
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
  const texts = useWords().pageError;
  return (
    <Alert color="red" title={texts.title} role="alert">
      {texts.text}
      <div>
        <Button mt="sm" size="xs" color="red" onClick={() => window.location.reload()}>
          {texts.reload}
        </Button>
      </div>
    </Alert>
  );
}
