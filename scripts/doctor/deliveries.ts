/** When each webhook endpoint received its last event, from the site's records. */
import type pg from "pg";
import type { Config } from "#server/config/config.ts";
import { type Finding, good, notice } from "./finding.ts";

const day = 24 * 60 * 60 * 1_000;

const endpoints = [
  {
    provider: "stripe",
    isConnected: false,
    name: "Stripe's endpoint for the platform's own events",
    variable: "STRIPE_WEBHOOK_SECRET",
  },
  {
    provider: "stripe",
    isConnected: true,
    name: "Stripe's endpoint for events of connected accounts",
    variable: "STRIPE_CONNECT_WEBHOOK_SECRET",
  },
  {
    provider: "zoom",
    isConnected: false,
    name: "Zoom's endpoint",
    variable: "ZOOM_WEBHOOK_SECRET",
  },
] as const;

export async function checkDeliveries(
  pool: pg.Pool,
  config: Pick<Config, "stripe" | "zoom">,
  now: Date,
): Promise<Finding[]> {
  const { rows } = await pool.query<{ provider: string; isConnected: boolean; at: Date }>(
    `select provider, payload ? 'account' as "isConnected", max(received_at) as at
       from webhook_events group by 1, 2`,
  );
  return endpoints
    .filter(({ provider }) => !config[provider].sandbox)
    .map(({ provider, isConnected, name, variable }) => {
      const found = rows.find(
        (row) => row.provider === provider && row.isConnected === isConnected,
      );
      if (!found) {
        return notice(
          `${name} has received no event in the last month. Trigger one, and look at the endpoint's deliveries: status 400 means that ${variable} is wrong.`,
        );
      }
      const days = Math.floor((now.getTime() - found.at.getTime()) / day);
      const text = `${name} received its last event on ${found.at.toISOString().slice(0, 16).replace("T", " at ")} UTC`;
      return days < 7
        ? good(`${text}.`)
        : notice(`${text}, ${days} days ago. If anything happened since, check ${variable}.`);
    });
}
