import { join } from 'node:path';
import { z } from 'zod';

/** What is shipped for operators: a dashboard of Grafana, and alerts of Prometheus. */
export const opsFolder = join(import.meta.dir, '../../ops');

const dashboard = z.object({
  templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.string() })) }),
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).default([]),
    }),
  ),
});

const alerts = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(['warning', 'critical']) }),
          annotations: z.object({ summary: z.string(), description: z.string(), runbook_url: z.string() }),
        }),
      ),
    }),
  ),
});

/** The dashboard. */
export async function readDashboard() {
  return dashboard.parse(await Bun.file(join(opsFolder, 'grafana/newsstand.json')).json());
}

/** The alerts. */
export async function readAlerts() {
  const text = await Bun.file(join(opsFolder, 'prometheus/alerts.yaml')).text();
  return alerts.parse(Bun.YAML.parse(text)).groups.flatMap(({ rules }) => rules);
}

/** A metric as the service exposes it. */
export type Exposed = { readonly type: string; readonly labels: ReadonlySet<string> };

/** The metrics in the text of `/metrics`, by name. Of a histogram, `le` is no label of its own. */
export function exposedIn(text: string): ReadonlyMap<string, Exposed> {
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Map(
    types.map(([, name = '', type = '']) => {
      const samples = text.matchAll(new RegExp(`^${name}(?:_bucket|_sum|_count)?\\{(.*)\\} `, 'gm'));
      const labels = [...samples].flatMap(([, inner = '']) =>
        [...inner.matchAll(/(\w+)="/g)].map(([, label = '']) => label),
      );
      return [name, { type, labels: new Set(labels.filter((label) => label !== 'le')) }];
    }),
  );
}

/** The metrics that an expression names. */
export function metricsIn(expression: string): readonly string[] {
  return [...expression.matchAll(/\b(?:newsstand|process)_\w+/g)].map(([name]) => name);
}
