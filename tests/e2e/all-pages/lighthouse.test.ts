/** Lighthouse's results for every public page, as far as they don't depend on the machine. */
import { auditPages } from "../../../scripts/lighthouse/audit.ts";
import {
  findShortfalls,
  findSignedInShortfalls,
  listAuditedPaths,
  listSignedInAudits,
} from "../../../scripts/lighthouse/goals.ts";
import { expect, test } from "../support/demo.ts";

test("every public page has the highest scores in Lighthouse and stays within the request and byte limits", async ({
  site,
}) => {
  test.setTimeout(300_000);
  const { origin } = new URL(site.url);
  const pages = (await listAuditedPaths(origin)).map((path) => ({ path }));
  const audited = await auditPages(origin, pages, "quick");
  expect(audited.flatMap(findShortfalls)).toEqual([]);
});

test("the dashboards of a student and a teacher have the highest scores in Lighthouse", async ({
  site,
}) => {
  const { origin } = new URL(site.url);
  const dashboards = await listSignedInAudits(origin, (path) => path === "/dashboard");
  expect(dashboards).toHaveLength(2);
  const audited = await auditPages(origin, dashboards, "quick");
  expect(audited.flatMap(findSignedInShortfalls)).toEqual([]);
});
