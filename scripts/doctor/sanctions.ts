/** Checks that no teacher has a payment account where nobody may be paid. */
import type pg from "pg";
import type { Config } from "#server/config/config.ts";
import { createDatabase } from "#server/db/connection.ts";
import { listSanctionedAccounts } from "#server/staff/sanctioned-accounts.ts";
import { type Finding, good, notice, problem } from "./finding.ts";

/** Accounts are refused in these countries, but stay open when a country is added to the list. */
export async function checkSanctions(
  pool: pg.Pool,
  { stripe, env }: Pick<Config, "stripe" | "env">,
): Promise<Finding[]> {
  const accounts = await listSanctionedAccounts(createDatabase(pool), stripe.country);
  const [first] = accounts;
  if (!first) return [good("No payment account is in a country under sanctions.")];
  const countries = [...new Set(accounts.map(({ country }) => country))].join(", ");
  const found =
    accounts.length === 1
      ? "A payment account is in a country"
      : `${accounts.length} payment accounts are in countries`;
  const report = env === "live" ? problem : notice;
  return [
    report(
      `${found} under sanctions (${countries}), where nobody may be paid. Open /staff, which lists the teachers, and suspend them.`,
    ),
  ];
}
