import type { RevenueFigures } from "#lib/payments/revenue.responses.ts";

/** Figures that reduce what is left of the gross. The API reports them without a sign. */
const costs: readonly (keyof RevenueFigures)[] = [
  "refunds",
  "disputes",
  "stripeFees",
  "teachers",
  "owed",
];

/** An amount as the page shows it: costs have a minus everywhere. */
export const signed = (figure: keyof RevenueFigures, cents: number): number =>
  cents !== 0 && costs.includes(figure) ? -cents : cents;
