/** What a release is checked for. */
type Checked = {
  /** What git reports as not committed. */
  readonly changes: string;
  readonly changelog: string;
  /** By the file that says so. */
  readonly versions: Readonly<Record<string, string>>;
};

/** Why this must not be released; nothing if it may be. */
export function releaseFaults({ changes, changelog, versions }: Checked): readonly string[] {
  const { 'package.json': version = '', ...others } = versions;
  const newest = /^## (.*)$/m.exec(changelog)?.[1];
  return [
    ...(changes === '' ? [] : [`there are changes that are not committed:\n${changes.trimEnd()}`]),
    ...(newest === version ? [] : [`the newest heading of CHANGELOG.md is ${newest}, not ${version}`]),
    ...Object.entries(others)
      .filter(([, other]) => other !== version)
      .map(([path, other]) => `${path} has version ${other}, not ${version}`),
  ];
}

/** Why the size of the package must not be released as the docs say it; they may round it. */
export function packageSizeFaults(operating: string, bytes: number): readonly string[] {
  const said = Number(/^The package is ([\d.]+) MB/m.exec(operating)?.[1]);
  const size = bytes / 1e6;
  return Math.abs(said - size) < 0.05 * size
    ? []
    : [`docs/operating.md says that the package is ${said} MB, but it is ${size.toFixed(1)} MB`];
}
