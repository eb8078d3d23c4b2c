/**
 * `npm run doctor`: checks every key and setting against the real service, and says what to do about
 * each failure. Exits with 1 if something needs to be repaired. Run it on a server, with the same
 * environment, while the site is running. It changes nothing, apart from a file that it deletes
 * again and the count of one failed log-in. `npm run doctor -- --send-test` also sends a message to
 * the people on call.
 */
import { Resolver } from "node:dns/promises";
import { parseArgs } from "node:util";
import { examine } from "./doctor/examine.ts";
import { formatSections, hasProblem } from "./doctor/finding.ts";
import { readEnvironment } from "./support/environment.ts";
import { findRunningDatabase } from "./support/running-database.ts";

const { values } = parseArgs({ options: { "send-test": { type: "boolean", default: false } } });
const sections = await examine({
  readConfig: () => readEnvironment().config,
  variables: process.env,
  findDatabase: findRunningDatabase,
  resolver: new Resolver({ timeout: 3_000, tries: 2 }),
  dkimSelector: process.env.DKIM_SELECTOR,
  sendsTest: values["send-test"],
});
console.log(formatSections(sections));
if (hasProblem(sections)) process.exitCode = 1;
process.exit();
