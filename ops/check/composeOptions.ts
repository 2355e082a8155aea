import type { Compose } from '../../tests/ops/opsFiles.ts';

type Service = Compose['services'][string];

/** The options of `podman run` for a service of a compose file; volumes are given, as their names differ here. */
export function containerOptions(
  service: Service,
  { name, volumes }: { readonly name: string; readonly volumes: readonly string[] },
): readonly string[] {
  const each = (option: string, values: readonly string[] = []) => values.flatMap((value) => [option, value]);
  return [
    ...['--hostname', name],
    ...each('--env', pairs(service.environment)),
    ...each('--publish', service.ports),
    // Docker's own options, which are stricter than Podman's.
    ...each(
      '--tmpfs',
      service.tmpfs?.map((path) => `${path}:noexec,nosuid,nodev`),
    ),
    ...each('--cap-drop', service.cap_drop),
    ...each('--security-opt', service.security_opt),
    ...(service.read_only ? ['--read-only', '--read-only-tmpfs=false'] : []),
    ...each('--memory', service.mem_limit === undefined ? [] : [service.mem_limit]),
    ...volumes,
  ];
}

function pairs(environment: Readonly<Record<string, string>> = {}): readonly string[] {
  return Object.entries(environment).map(([name, value]) => `${name}=${value}`);
}
