/** Rules for texts of messages: links, search excerpts, typing notices, and empty texts. */
import { describe, expect, it } from "vitest";
import { describeTyping } from "#islands/messages/conversation/typing-names.ts";
import { isBlank } from "#lib/text/blank-text.ts";
import { splitLinks } from "#lib/text/links.ts";
import { excerptAround } from "#lib/text/search-text.ts";
import { formatRecent } from "#lib/time/format-time.ts";

describe("links in a message", () => {
  const addresses = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? []);

  it("leave out the punctuation that ends the sentence", () => {
    expect(addresses("See https://example.org/a. And (http://example.com/b)!")).toEqual([
      "https://example.org/a",
      "http://example.com/b",
    ]);
    expect(addresses("https://example.org/wiki/Tajwid_(rules)")).toEqual([
      "https://example.org/wiki/Tajwid_(rules)",
    ]);
    expect(addresses("انظر https://example.org/س، ثم اقرأ")).toEqual(["https://example.org/س"]);
  });

  it("are not created for script URLs or for URLs that imitate another site", () => {
    for (const text of [
      "javascript:alert(1)",
      "data:text/html,x",
      "https://",
      "http://bank.example@evil.example/",
      "ftp://example.org",
    ]) {
      expect(addresses(text)).toEqual([]);
    }
  });

  it("leave the text unchanged", () => {
    const text = "a https://example.org/x, b\nhttps://example.org/y";
    expect(
      splitLinks(text)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
  });
});

it("a search result shows the text around the match, in any spelling", () => {
  const text = `${"Before that. ".repeat(20)}Read سورة الفَاتِحَة now`;
  const { before, hit, after } = excerptAround(text, "الفاتحه");
  expect(hit).toBe("الفَاتِحَة");
  expect(after).toBe(" now");
  expect(before.length).toBeLessThan(60);
  expect(excerptAround("Très bien", "tres").hit).toBe("Très");
  expect(excerptAround("No such thing", "else")).toEqual({
    before: "No such thing",
    hit: "",
    after: "",
  });
});

it("a typing notice uses the plural for several people", () => {
  expect(describeTyping(["Amina"])).toBe("Amina is typing...");
  expect(describeTyping(["Amina", "Yusuf"])).toBe("Amina and Yusuf are typing...");
  expect(describeTyping(["Amina", "Yusuf", "Zayd"])).toBe("3 people are typing...");
});

it("text without a visible character counts as empty", () => {
  for (const text of ["", " \n\t", "\u200b\u200d\ufeff", "\u202e\u2066", "\u3164\u2800\u00ad"]) {
    expect(isBlank(text)).toBe(true);
  }
  for (const text of ["a", "👍🏽", "\u200bس", ".", "1"]) expect(isBlank(text)).toBe(false);
});

it("recent times are shown as time, weekday or date, depending on their age", () => {
  const now = Date.parse("2027-03-10T12:00:00Z");
  expect(formatRecent("2027-03-10T08:05:00Z", "UTC", now)).toBe("08:05");
  expect(formatRecent("2027-03-09T08:05:00Z", "UTC", now)).toBe("Tue");
  expect(formatRecent("2027-02-09T08:05:00Z", "UTC", now)).toBe("Feb 9, 2027");
});
