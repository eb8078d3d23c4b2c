/**
 * `npm run lighthouse`: audits every public page of the built site and the main pages of users with the demo data on a
 * simulated phone, prints the table and writes it to `bench/`. Only results that don't depend on
 * the machine can make it fail; times are just reported. `npm run lighthouse -- /quran /fr` audits only
 * the pages at and below these paths.
 */

import { describeMachine, writeReport } from "./bench/report.ts";
import { startSite } from "./bench/site.ts";
import { type Audited, auditPages } from "./lighthouse/audit.ts";
import {
  findShortfalls,
  findSignedInShortfalls,
  listAuditedPaths,
  listSignedInAudits,
} from "./lighthouse/goals.ts";
import { explain } from "./support/environment.ts";

const chosen = process.argv.slice(2);

try {
  const site = await startSite();
  try {
    const isChosen = (path: string) =>
      chosen.length === 0 || chosen.some((start) => path === start || path.startsWith(`${start}/`));
    const paths = (await listAuditedPaths(site.url)).filter(isChosen);
    const onAudited = ({ path, scores }: Audited) => console.log(path, scores);
    const publicPages = paths.map((path) => ({ path }));
    const open = await auditPages(site.url, publicPages, "full", onAudited);
    const signedIn = await listSignedInAudits(site.url, isChosen);
    const own = await auditPages(site.url, signedIn, "full", onAudited);
    const audited = [...open, ...own];
    const date = new Date().toISOString().slice(0, 10);
    const name = ["lighthouse", date, ...chosen.map((start) => start.replaceAll("/", ""))].join(
      "-",
    );
    const report = format(audited, date);
    console.log(`\n${report}\nWritten to ${writeReport(report, name)}`);
    const shortfalls = [...open.flatMap(findShortfalls), ...own.flatMap(findSignedInShortfalls)];
    for (const text of shortfalls) console.error(text);
    if (shortfalls.length > 0) process.exitCode = 1;
  } finally {
    await site.stop();
  }
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
process.exit();

function format(audited: readonly Audited[], date: string): string {
  const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;
  const rows = audited.map(({ path, scores, metrics, requests, bytes }) =>
    [
      path,
      scores.performance,
      scores.accessibility,
      scores["best-practices"],
      scores.seo,
      `${(metrics.lcpMs / 1_000).toFixed(2)} s`,
      metrics.cls.toFixed(3),
      `${Math.round(metrics.tbtMs)} ms`,
      requests,
      kilobytes(bytes.all - bytes.images),
      kilobytes(bytes.scripts),
    ].join(" | "),
  );
  return [
    `# Lighthouse, mobile simulation, ${date}`,
    "",
    describeMachine(),
    "",
    "| page | performance | accessibility | best practices | SEO | LCP | CLS | TBT | requests | without images | script |",
    "|---|---|---|---|---|---|---|---|---|---|---|",
    ...rows.map((row) => `| ${row} |`),
    "",
  ].join("\n");
}
