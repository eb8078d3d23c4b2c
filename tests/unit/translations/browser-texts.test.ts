import { expect, test } from "vitest";
import { listTextFiles, writeTextsElement } from "#translations/browser-texts.node.ts";
import { readMessages } from "#translations/runtime.node.ts";

test("browsers get the texts of a noun without those of its emails", () => {
  expect(Object.keys(readMessages("plans", "en"))).toContain("mail.because");
  const file = [...listTextFiles(["en"])].find(({ path }) => path.endsWith("/en/plans.json"));
  for (const body of [file?.body, writeTextsElement(["plans"])]) {
    expect(body).toContain('"card.title":');
    expect(body).not.toContain('"mail.');
  }
});
