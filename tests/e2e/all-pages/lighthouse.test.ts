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
  const audited = await auditPages(origin, await listAuditedPaths(origin), "quick");
  expect(audited.flatMap(findShortfalls)).toEqual([]);
});

test("the dashboard of a student has the highest scores in Lighthouse", async ({ site }) => {
  const { origin } = new URL(site.url);
  const [student] = await listSignedInAudits(origin);
  const audited = await auditPages(origin, ["/dashboard"], "quick", {
    cookie: student?.cookie ?? "",
  });
  expect(audited.flatMap(findSignedInShortfalls)).toEqual([]);
});
