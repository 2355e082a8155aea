import Link from 'next/link';

export default function NotFound() {
  return (
    <>
      <h1>This page does not exist</h1>
      <p>
        The article may have been taken down. <Link href="/">All articles</Link>
      </p>
    </>
  );
}
