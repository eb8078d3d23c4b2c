import { formatExactPrice, formatPrice } from "#lib/payments/money.ts";
import type { Revenue } from "#lib/payments/revenue.responses.ts";
import { formatCalendarDate } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/revenue.ts";

const t = getTexts("revenue");

/** More bars would be too thin on a phone, so each bar of a long range covers several days. */
const maxBars = 62;
const height = 160;
/** The width of a bar with its gap, in units of the drawing. */
const step = 10;

interface Bar {
  from: string;
  to: string;
  gross: number;
  platform: number;
}

const money = (cents: number): string => formatExactPrice(cents / 100);

/** Gross and the platform's share over time, with losses below zero. The table below has the same figures. */
export function RevenueChart({ revenue }: { revenue: Revenue }) {
  const bars = toBars(revenue.days);
  const axis = findAxis(bars);
  const { totals, from, to } = revenue;
  const width = bars.length * step;
  return (
    <figure className="panel grid gap-4 p-5">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <span className="font-semibold">{t("chart.title")}</span>
        <span className="flex flex-wrap gap-x-4 gap-y-1 text-xs" aria-hidden="true">
          <Key look="bg-secondary/60" label={t("chart.gross")} />
          <Key look="bg-secondary" label={t("chart.platform")} />
        </span>
      </figcaption>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <div
          className="muted tabular relative flex flex-col justify-between text-end text-xs"
          aria-hidden="true"
        >
          <span>{formatPrice(axis.most / 100)}</span>
          {axis.hasRoomForZero && (
            // As an attribute, because the site allows no inline styles.
            <svg aria-hidden="true" className="absolute end-0 top-0 h-full w-px overflow-visible">
              <text
                y={`${(100 * axis.zero) / height}%`}
                textAnchor="end"
                dominantBaseline="central"
                className="fill-current"
              >
                {formatPrice(0)}
              </text>
            </svg>
          )}
          <span>{formatPrice(axis.least / 100)}</span>
        </div>
        <svg
          role="img"
          aria-label={t("chart.text", {
            gross: money(totals.gross),
            platform: money(totals.platform),
            from: formatCalendarDate(from),
            to: formatCalendarDate(to),
          })}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className="h-40 w-full rtl:-scale-x-100"
        >
          <path
            d={`M0 0.5H${width}M0 ${axis.zero / 2}H${width}M0 ${Math.min(axis.zero, height - 0.5)}H${width}`}
            className="stroke-base-300"
            vectorEffect="non-scaling-stroke"
          />
          {bars.map((bar, index) => (
            <Column key={bar.from} bar={bar} x={index * step} axis={axis} />
          ))}
        </svg>
        <div />
        <div
          className="muted mt-1 flex justify-between text-xs"
          aria-hidden="true"
          suppressHydrationWarning
        >
          <span>{formatCalendarDate(from)}</span>
          <span>{formatCalendarDate(to)}</span>
        </div>
      </div>
      <ChartTable bars={bars} />
    </figure>
  );
}

function Key({ look, label }: { look: string; label: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className={`size-2.5 rounded-xs ${look}`} />
      {label}
    </span>
  );
}

/** The range of the chart in cents, and where zero is in units of the drawing. */
interface Axis {
  most: number;
  /** Negative if the platform lost money in the time of a bar. */
  least: number;
  zero: number;
  /** Whether the label of zero fits between those of the ends. */
  hasRoomForZero: boolean;
}

function findAxis(bars: readonly Bar[]): Axis {
  const most = Math.max(1, ...bars.map(({ gross }) => gross));
  const least = Math.min(0, ...bars.map(({ platform }) => platform));
  const zero = (most / (most - least)) * height;
  return { most, least, zero, hasRoomForZero: zero > 0.2 * height && zero < 0.8 * height };
}

function Column({ bar, x, axis }: { bar: Bar; x: number; axis: Axis }) {
  const draw = (cents: number, look: string) => {
    const tall = (Math.abs(cents) / (axis.most - axis.least)) * height;
    return (
      <rect
        x={x + 1}
        y={cents < 0 ? axis.zero : axis.zero - tall}
        width={step - 2}
        height={tall}
        className={look}
      />
    );
  };
  return (
    <g>
      <title>{nameOf(bar)}</title>
      {/* Makes the whole column react to the pointer. */}
      <rect x={x} y={0} width={step} height={height} className="fill-transparent" />
      {draw(bar.gross, "fill-secondary/60")}
      {draw(bar.platform, bar.platform < 0 ? "fill-error" : "fill-secondary")}
    </g>
  );
}

function nameOf({ from, to, gross, platform }: Bar): string {
  const amounts = { gross: money(gross), platform: money(platform) };
  const first = formatCalendarDate(from);
  if (from === to) return t("chart.bar", { from: first, ...amounts });
  return t("chart.span", { from: first, to: formatCalendarDate(to), ...amounts });
}

function ChartTable({ bars }: { bars: readonly Bar[] }) {
  return (
    <details className="text-sm">
      <summary className="link link-hover w-fit cursor-pointer py-2">{t("chart.table")}</summary>
      <div className="mt-3">
        <table className="table table-sm">
          <caption className="sr-only">{t("chart.title")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("chart.date")}</th>
              <th scope="col" className="text-end">
                {t("chart.gross")}
              </th>
              <th scope="col" className="text-end">
                {t("chart.platform")}
              </th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ from, to, gross, platform }) => (
              <tr key={from}>
                <th scope="row" className="font-normal" suppressHydrationWarning>
                  {formatCalendarDate(from)}
                  {from !== to && ` – ${formatCalendarDate(to)}`}
                </th>
                <td className="tabular text-end">{money(gross)}</td>
                <td className="tabular text-end">{money(platform)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function toBars(days: Revenue["days"]): Bar[] {
  const size = Math.ceil(days.length / maxBars);
  const bars: Bar[] = [];
  for (let start = 0; start < days.length; start += size) {
    const covered = days.slice(start, start + size);
    const sum = (name: "gross" | "platform") =>
      covered.reduce((total, day) => total + day[name], 0);
    bars.push({
      from: covered[0]?.day ?? "",
      to: covered.at(-1)?.day ?? "",
      gross: sum("gross"),
      platform: sum("platform"),
    });
  }
  return bars;
}
