/**
 * Lighthouse's results for one public page of each kind, as far as they don't depend on the machine.
 * `npm run lighthouse` audits every public page. The limits for requests and bytes apply to all of
 * them in `pages/network.test.ts`, and `links.test.ts` reads all titles and descriptions.
 */
import { auditPages } from "../../../scripts/lighthouse/audit.ts";
import {
  findShortfalls,
  findSignedInShortfalls,
  listAuditedPaths,
  listSignedInAudits,
} from "../../../scripts/lighthouse/goals.ts";
import { expect, test } from "../support/demo.ts";

/**
 * Home in Arabic, a list, a course, a content page, the reader, and log-in. Pages of one kind have the
 * same layout.
 */
const kinds = /^\/(ar|courses(\/crs_\w+)?|about|quran\/2|login)$/;

test("each kind of public page has the highest scores in Lighthouse and stays within the request and byte limits", async ({
  site,
}) => {
  const { origin } = new URL(site.url);
  const paths = (await listAuditedPaths(origin)).filter((path) => kinds.test(path));
  expect(paths).toHaveLength(6);
  const audited = await auditPages(
    origin,
    paths.map((path) => ({ path })),
    "quick",
  );
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
