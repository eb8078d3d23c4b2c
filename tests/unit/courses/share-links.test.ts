import { expect, test } from "vitest";
import { courseCodePath, messageLinks, sharePath } from "#lib/courses/share-links.ts";

test("links to other apps contain the text and the address of the page, in any script", () => {
  const text = "“Tajweed & hifz”, with حلا";
  const url = "https://halaqa.example/ar/courses/crs_1?a=1&b=2";
  const { whatsApp, telegram, email } = messageLinks(text, url);
  expect(new URL(whatsApp).searchParams.get("text")).toBe(`${text}\n${url}`);
  const { searchParams } = new URL(telegram);
  expect([searchParams.get("text"), searchParams.get("url")]).toEqual([text, url]);
  expect(new URL(email).searchParams.get("subject")).toBe(text);
  expect(new URL(email).searchParams.get("body")).toBe(`${text}\n\n${url}`);
});

test("an ID can't lead to another page", () => {
  expect(sharePath("../x")).toBe("/dashboard/share/..%2Fx");
  expect(courseCodePath("a/b")).toBe("/share/courses/a%2Fb.svg");
});
