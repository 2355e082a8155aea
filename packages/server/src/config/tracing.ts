import { publicUrl } from './rules.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where traces go, and which requests are traced. */
export type Tracing = {
  /** The URL that takes spans. */
  readonly url: string;
  /** Never show them: they may include a token. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Whether the client decides about requests that belong to a trace already. */
  readonly isParentBased: boolean;
  /** The share of all other requests that is traced. */
  readonly ratio: number;
};

const samplers = ['always_on', 'always_off', 'traceidratio'] as const;

/** Reads the variables that all OpenTelemetry programs use; undefined if nothing is traced. */
export function readTracing(env: Environment, faults: string[]): Tracing | undefined {
  const given = (name: string) => (env[name] === '' ? undefined : env[name]);
  const endpoint = given('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? given('OTEL_EXPORTER_OTLP_ENDPOINT');
  const isOff = given('OTEL_SDK_DISABLED') === 'true' || given('OTEL_TRACES_EXPORTER') === 'none';
  if (endpoint === undefined || isOff) return undefined;
  if (given('OTEL_EXPORTER_OTLP_PROTOCOL') === 'grpc') {
    faults.push('OTEL_EXPORTER_OTLP_PROTOCOL must be http/json or not set: gRPC is not supported');
  }
  return {
    url: readUrl(given, faults),
    headers: readHeaders(given('OTEL_EXPORTER_OTLP_HEADERS'), faults),
    serviceName: given('OTEL_SERVICE_NAME') ?? 'newsstand',
    ...readSampler(given, faults),
  };
}

type Given = (name: string) => string | undefined;

function readUrl(given: Given, faults: string[]): string {
  const whole = given('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  const name = whole === undefined ? 'OTEL_EXPORTER_OTLP_ENDPOINT' : 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT';
  const url = publicUrl.parse(given(name) ?? '');
  if (url === undefined) faults.push(`${name} must be a URL such as http://127.0.0.1:4318`);
  return whole === undefined ? `${url}/v1/traces` : `${url}`;
}

function readHeaders(list: string | undefined, faults: string[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const pair of list?.split(',') ?? []) {
    const [, name, value] =
      /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)\s*$/.exec(pair) ?? [];
    const decoded = value === undefined ? undefined : decoding(value);
    if (name === undefined || decoded === undefined) {
      faults.push('OTEL_EXPORTER_OTLP_HEADERS must be a list such as name=value,other=value');
      return {};
    }
    headers[name] = decoded;
  }
  return headers;
}

function decoding(value: string): string | undefined {
  try {
    const text = decodeURIComponent(value);
    return /^[\x20-\x7e]*$/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

function readSampler(given: Given, faults: string[]): Pick<Tracing, 'isParentBased' | 'ratio'> {
  const name = given('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on';
  const isParentBased = name.startsWith('parentbased_');
  const sampler = samplers.find((each) => each === name.replace('parentbased_', ''));
  if (sampler === undefined) {
    const all = samplers.flatMap((each) => [each, `parentbased_${each}`]);
    faults.push(
      `OTEL_TRACES_SAMPLER must be one of ${all.join(', ')} (it is ${JSON.stringify(name.slice(0, 200))})`,
    );
  }
  if (sampler !== 'traceidratio') return { isParentBased, ratio: sampler === 'always_off' ? 0 : 1 };
  const share = given('OTEL_TRACES_SAMPLER_ARG') ?? '1';
  const ratio = /^\d+(\.\d+)?$/.test(share) ? Number(share) : Number.NaN;
  if (!(ratio <= 1)) {
    faults.push(
      `OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, such as 0.05 (it is ${JSON.stringify(share.slice(0, 200))})`,
    );
  }
  return { isParentBased, ratio };
}
