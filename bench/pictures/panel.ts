import { at, label, line } from './svg.ts';

/** The plot area of a panel. */
export type Frame = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** One value for each number of items. */
export type Curve = { readonly name: string; readonly values: readonly number[] };

type Scale = (value: number) => number;

/** Curves over the number of items, on a logarithmic axis. */
export function panel(
  frame: Frame,
  items: readonly number[],
  curves: readonly Curve[],
  kind: 'log' | 'linear',
  aim?: number,
): string {
  const ticks = kind === 'log' ? powers(curves) : steps(curves, aim ?? 0);
  const y = scale(ticks, kind, frame.y + frame.height, frame.y);
  const x = scale(items, 'log', frame.x, frame.x + frame.width);
  return [
    ...ticks.flatMap((tick) => [
      line(frame.x, y(tick), frame.x + frame.width, y(tick), 'rule'),
      label(frame.x - 8, y(tick) + 4, short(tick), { class: 'quiet', anchor: 'end' }),
    ]),
    ...items.map((count) =>
      label(x(count), frame.y + frame.height + 20, short(count), { class: 'quiet', anchor: 'middle' }),
    ),
    ...(aim === undefined ? [] : [line(frame.x, y(aim), frame.x + frame.width, y(aim), 'aim')]),
    ...curves.map((curve, n) => drawn(curve, n, items, x, y)),
    ...names(curves, frame.x + frame.width + 12, y),
  ].join('\n');
}

function drawn({ values }: Curve, n: number, items: readonly number[], x: Scale, y: Scale): string {
  const points = values.map((value, place) => [at(x(items[place] ?? 1)), at(y(value))] as const);
  const dots = points.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3.5" class="dot"/>`);
  const path = points.map((point) => point.join(',')).join(' ');
  return `<g class="s${n}"><polyline points="${path}" class="line"/>${dots.join('')}</g>`;
}

/** The names of the curves, next to their ends and moved apart if they would overlap. */
function names(curves: readonly Curve[], x: number, y: Scale): readonly string[] {
  const ends = curves.map(({ name, values }, n) => ({ name, n, y: y(values.at(-1) ?? 1) + 4 }));
  ends.sort((one, other) => other.y - one.y);
  let above = Number.POSITIVE_INFINITY;
  return ends.map(({ name, n, y: wanted }) => {
    above = Math.min(wanted, above - 16);
    return label(x, above, name, { class: `named s${n}` });
  });
}

function scale(values: readonly number[], kind: 'log' | 'linear', from: number, to: number): Scale {
  const map = kind === 'log' ? Math.log10 : (value: number) => value;
  const [low, high] = [map(Math.min(...values)), map(Math.max(...values))];
  return (value) => from + ((map(value) - low) / (high - low || 1)) * (to - from);
}

/** The powers of ten that enclose the values. */
function powers(curves: readonly Curve[]): readonly number[] {
  const values = curves.flatMap((curve) => curve.values).filter((value) => value > 0);
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  return Array.from({ length: high - low + 1 }, (_, n) => 10 ** (low + n));
}

/** At most about six whole numbers from zero on. */
function steps(curves: readonly Curve[], aim: number): readonly number[] {
  const high = Math.ceil(Math.max(aim, ...curves.flatMap((curve) => curve.values)));
  const step = Math.ceil(high / 6);
  return Array.from({ length: Math.ceil(high / step) + 1 }, (_, n) => n * step);
}

function short(value: number): string {
  if (value >= 1_000_000) return `${value / 1_000_000} M`;
  return value >= 1000 ? `${value / 1000} k` : `${value}`;
}
