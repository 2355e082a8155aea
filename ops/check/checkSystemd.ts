import { read } from '../../tests/ops/opsFiles.ts';
import type { Podman } from './podman.ts';
import { expectEqual, type Report, until } from './run.ts';

const name = 'newsstand-systemd';
const image = 'localhost/newsstand:systemd';

/** The installed package is where the unit expects it. */
const file = (from: string) => `FROM ${from}
USER root
RUN apt-get update && apt-get install --yes --no-install-recommends systemd systemd-sysv dbus && mkdir -p /etc/newsstand
ENTRYPOINT []
HEALTHCHECK NONE
`;

/** On a machine with the first version of control groups, systemd has to be told that this is no mistake. */
const init = ['/sbin/init', 'systemd.unified_cgroup_hierarchy=0', 'SYSTEMD_CGROUP_ENABLE_LEGACY_FORCE=1'];

/** Runs the unit in a real systemd, in a container, with the package that the image has. */
export async function checkSystemd(podman: Podman, from: string, report: Report): Promise<void> {
  const shell = (script: string, stdin = '') => podman.exec(name, ['sh', '-c', script], stdin);
  const show = async (...names: readonly string[]) => {
    const text = await shell(`systemctl show newsstand --property ${names.join(',')}`);
    return Object.fromEntries(text.split('\n').map((line) => line.split('=')));
  };
  const url = 'http://127.0.0.1:4010';
  const answers = (at = url) =>
    until(`${at} answers`, () =>
      fetch(`${at}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );

  await podman.remove(name);
  try {
    await report.check('systemd runs', async () => {
      await podman.build(image, file(from));
      const ports = ['--publish', '127.0.0.1:4010:4000', '--publish', '127.0.0.1:4011:80'];
      await podman.start(name, ['--privileged', '--systemd', 'always', ...ports], image, ...init);
      await until('systemd is up', async () =>
        /running|degraded/.test(await shell('systemctl is-system-running || true')),
      );
      return (await shell('systemctl --version')).split('\n')[0] ?? '';
    });
    await report.check('the unit starts', async () => {
      await shell('cat > /etc/systemd/system/newsstand.service', await read('ops/systemd/newsstand.service'));
      await shell(
        'mkdir -p /etc/sysusers.d; cat > /etc/sysusers.d/newsstand.conf',
        await read('ops/systemd/newsstand.sysusers'),
      );
      await shell('cat > /etc/newsstand/newsstand.env', await read('ops/systemd/newsstand.env'));
      await shell('echo NEWSSTAND_HOST=0.0.0.0 >> /etc/newsstand/newsstand.env; systemd-sysusers');
      await shell(
        'sed -i "s/serve$/serve --demo/" /etc/systemd/system/newsstand.service; systemctl daemon-reload',
      );
      await shell('systemctl start newsstand');
      await answers();
      return '';
    });
    await report.check('its sandbox is closed', async () => {
      const status = await shell(
        'cat /proc/$(systemctl show newsstand --property MainPID --value)/status | grep -E "^(CapBnd|NoNewPrivs|Seccomp):"',
      );
      expectEqual(status.match(/\S+$/gm), ['0000000000000000', '1', '2']);
      return '';
    });
    await report.check('it renders a picture', async () => {
      const printed = await shell('journalctl --unit newsstand --output cat');
      const part = (label: string) => new RegExp(`^${label}=(\\S+)$`, 'm').exec(printed)?.[1] ?? '';
      const headers = { 'x-svc-ac-api-key': part('KEY'), 'x-svc-ac-api-secret': part('SECRET') };
      const path = '/static/projects/demo/spaces/web/news/instances/press/news?size=5';
      const text = await (await fetch(url + path, { headers })).text();
      const [, picture = ''] = /"http:\/\/[^/]*(\/media\/[^"]*\d+x\d+[^"]*)/.exec(text) ?? [];
      const response = await fetch(url + picture, { headers: { accept: 'image/avif' } });
      expectEqual([response.status, response.headers.get('content-type')], [200, 'image/avif']);
      return '';
    });
    await report.check('commands run as its user, with its settings', async () => {
      const run = 'systemd-run --quiet --pipe --wait --collect --uid=newsstand';
      return await shell(
        `${run} --property=EnvironmentFile=/etc/newsstand/newsstand.env /opt/newsstand/bin/newsstand key list | wc -l`,
      );
    });
    await report.check('it is restarted after a crash', async () => {
      await shell('kill -9 $(systemctl show newsstand --property MainPID --value)');
      await until('restarted', async () => (await show('NRestarts'))['NRestarts'] === '1');
      await answers();
      return '';
    });
    await report.check('SIGTERM ends it in order', async () => {
      await shell('systemctl stop newsstand');
      expectEqual(await show('Result', 'ExecMainStatus'), { Result: 'success', ExecMainStatus: '0' });
      return '';
    });
    await report.check('with wrong settings it is not restarted', async () => {
      await shell('echo NEWSSTAND_PROT=80 >> /etc/newsstand/newsstand.env; systemctl start newsstand');
      await until('failed', async () => (await show('ActiveState'))['ActiveState'] === 'failed');
      const { ExecMainStatus } = await show('ExecMainStatus');
      expectEqual(ExecMainStatus, '2');
      return '';
    });
    await report.check('it can listen on port 80 with the lines from its comment', async () => {
      const unit = await read('ops/systemd/newsstand.service');
      const lines = [...unit.matchAll(/^# {3}(.*)$/gm)].map(([, line]) => line).join('\n');
      await shell('mkdir -p /etc/systemd/system/newsstand.service.d');
      await shell('cat > /etc/systemd/system/newsstand.service.d/override.conf', `${lines}\n`);
      await shell('sed -i "s/PROT/PORT/" /etc/newsstand/newsstand.env; systemctl daemon-reload');
      await shell('systemctl start newsstand');
      await answers('http://127.0.0.1:4011');
      return '';
    });
  } finally {
    await podman.remove(name);
  }
}
