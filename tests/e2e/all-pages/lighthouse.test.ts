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

/** Home in two languages, a list, a course, a person, a content page, a form, both kinds of Quran pages, and log-in. */
const kinds =
  /^\/(|ar|courses(\/crs_\w+)?|teachers\/prf_\w+|about|contact|quran\/2|quran\/page\/1|login)$/;

test("each kind of public page has the highest scores in Lighthouse and stays within the request and byte limits", async ({
  site,
}) => {
  const { origin } = new URL(site.url);
  const paths = (await listAuditedPaths(origin)).filter((path) => kinds.test(path));
  expect(paths).toHaveLength(10);
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
