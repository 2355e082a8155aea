import { useLive } from '@newsstand/client/react';
import { hydrateRoot } from 'react-dom/client';
import type { PageData } from './content.ts';
import { Page } from './Page.tsx';
import './site.css';

const initial: PageData = JSON.parse(document.getElementById('data')?.textContent ?? '');

/** The page as the server has rendered it, and loaded again whenever content changes. */
function LivePage() {
  const data = useLive('/events', initial, async (signal) => {
    const response = await fetch(`/data${location.pathname}`, { signal });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const loaded: PageData = await response.json();
    return loaded;
  });
  return <Page data={data} />;
}

const root = document.getElementById('root');
if (root) hydrateRoot(root, <LivePage />);
