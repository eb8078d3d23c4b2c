import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  firstVersions,
  legalDocuments,
  legalPaths,
  legalVersions,
} from "#lib/agreements/legal-documents.ts";

test.for(legalDocuments)("the version of %s is the date of its page", (document) => {
  const file = join("src/content/pages", `${legalPaths[document]}.mdx`);
  const updated = /^updated: (\d{4}-\d\d-\d\d)$/m.exec(readFileSync(file, "utf8"))?.[1];
  expect(updated).toBe(legalVersions[document]);
});

test.for(legalDocuments)(
  "the first version of %s never applies after the current one",
  (document) => {
    expect(firstVersions[document] <= legalVersions[document]).toBe(true);
  },
);
