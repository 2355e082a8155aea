import { LiveRefresh } from '@newsstand/client/next';
import type { Metadata } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { siteName, siteUrl } from '../newsstand';
import './site.css';

export const metadata: Metadata = {
  metadataBase: new URL(siteUrl),
  title: { default: siteName, template: `%s · ${siteName}` },
  description: `News from ${siteName}`,
};

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <header>
          <Link className="brand" href="/">
            {siteName}
          </Link>
        </header>
        <main id="main">{children}</main>
        <LiveRefresh url="/api/events" />
      </body>
    </html>
  );
}
