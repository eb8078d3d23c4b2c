import { livePagePath } from "#lib/live-pages/live-pages.rules.ts";
import type { Config } from "#server/config/config.ts";
import { demoStaff } from "#server/demo/data/staff.ts";
import { demoEmail, demoPassword, liveClassId } from "#server/demo/demo-shapes.ts";

/** Whether the site has the demo data. */
export const isDemo = ({ env, seed }: Config): boolean => env === "demo" && seed === "demo";

/** Prints how to log in to the demo data, if the site has it. */
export function announceDemo(config: Config): void {
  if (!isDemo(config)) return;
  console.log("Demo log-ins: teacher@halaqa.test and student@halaqa.test");
  console.log(`Staff:        ${listDemoStaff().join(", ")}`);
  console.log(`Password:     ${demoPassword}`);
  if (config.sandboxUrl !== undefined) {
    console.log(`Staff code:   ${config.sandboxUrl}/totp?email=${demoEmail("staff")}`);
  }
  console.log(`Live class:   ${config.appUrl}${livePagePath(liveClassId)}`);
}

const listDemoStaff = (): string[] =>
  demoStaff.map(({ key, role }) => `${demoEmail(key)} (${role})`);
