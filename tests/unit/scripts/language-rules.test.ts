import { describe, expect, it } from "vitest";
import { findFragments, findRejectedPhrases } from "../../../scripts/support/language-rules.ts";

const foundIn = (text: string, file = "src/a.ts") =>
  findRejectedPhrases(file, text).map(({ found }) => found);

describe("the lint for phrases", () => {
  it.each([
    ["British spelling", "// The enrolment was cancelled.", ["enrolment", "cancelled"]],
    ["British spelling inside names", "const favouriteColour = 1;", ["favouriteColour"]],
    ["verbs in -ise", "// Recognises and summarises it.", ["Recognises", "summarises"]],
    ["'call off' with its object", '"Call this lesson off"', ["Call this lesson off"]],
    ["'whoever'", "// Whoever asks", ["Whoever"]],
    ["'is told' without saying what", "// Students are told by email.", ["are told"]],
    ["limits that are not called max", "const longestName = 9;", ["longestName"]],
    ["'mails' in a comment", "/** The mails of a noun. */", ["mails"]],
    ["British adverbs", 'it("counts towards it afterwards")', ["towards", "afterwards"]],
    ["compounds that are one word", "// A look-up during set-up.", ["look-up", "set-up"]],
    ["'at' before an attempt", "// Passes at the second attempt.", ["at the second attempt"]],
    ["fields that are called wrong", 'it("names every wrong field")', ["wrong field"]],
    ["'put off'", "// The class is put off.", ["put off"]],
    ["'any more' at the end", "// It isn't due any more.", ["any more"]],
    ["'go on' without an object", "Reading goes on.", ["goes on"]],
    ["'who' without an antecedent", "// Only who waits sees it.", ["Only who"]],
    ["'also' before a condition", "// Returns it, also if it is old.", [", also "]],
    ["'meanwhile' after a verb", "// It has ended meanwhile.", ["meanwhile"]],
    ["'at short notice'", "// Moved at short notice.", ["at short notice"]],
    ["'some' before a unit of time", "// Retried some minutes later.", ["some minutes"]],
    ["'existing or not'", "// Every profile, existing or not.", ["existing or not"]],
    ["'login page'", "// Leads to the login page.", ["login page"]],
    ["'takes place now'", "// The class takes place now.", ["takes place now"]],
    ["'at' before a server", 'it("is changed at one server")', ["at one server"]],
    ["curly apostrophes", '"It’s your turn"', ["t’s"]],
  ])("rejects %s", (_, text, found) => {
    expect(foundIn(text)).toEqual(found);
  });

  it.each([
    ["stored tables and columns", 'pgTable("enrolments", { id: text("enrolment_id") })'],
    ["metadata keys", "metadata.enrolmentId"],
    ["stored statuses", "eq(classes.status, 'cancelled') && row.isCancelled"],
    ["a status quoted in a comment", "// 'cancelled' is the stored status."],
    ["ARIA attributes", 'aria-labelledby="title"'],
    ["code that names a module", 'import { mails } from "./mail.ts";'],
    ["mail servers", "// The mail server, its mail headers and mail programs."],
    ["American spelling", "// The canceled enrollment was recognized by its color."],
    [
      "other words with the same ending",
      "// A promise, an exercise, a surprise: otherwise advise.",
    ],
    ["'told' that says what", "// The teacher is told how to move the class."],
    ["'any more' before a noun", "// It has not read any more rows."],
    ["'give up on'", "I had given up on tajweed."],
    ["'meanwhile' at the beginning", "// Meanwhile, the plan continues."],
    ["'some days' after 'on'", "// On some days, there is no class."],
    ["requests that arrive at processes", 'it("counts calls that arrive at both processes")'],
  ])("accepts %s", (_, text) => {
    expect(foundIn(text)).toEqual([]);
  });

  it("reports the line and the replacement", () => {
    expect(findRejectedPhrases("README.md", "# Halaqa\n\nNo class is to come.")).toEqual([
      { line: 3, found: "to come", instead: "upcoming or future" },
    ]);
  });

  it("reads Markdown as prose, except for code and the tables of the glossary", () => {
    expect(foundIn("A mail is sent.", "docs/a.md")).toEqual(["A mail"]);
    expect(foundIn("The table `enrolments` of `whoever`.", "docs/a.md")).toEqual([]);
    expect(foundIn("| enrollment | enrolment |", "CONTRIBUTING.md")).toEqual([]);
    expect(foundIn("* *Everyone** sees it.", "src/content/a.mdx")).toEqual(["* *E"]);
  });
});

describe("the lint for test names", () => {
  const fragmentsIn = (text: string) =>
    findFragments("tests/a.test.ts", text).map(({ line, found }) => `${line} ${found}`);

  it("rejects a name without a subject", () => {
    expect(fragmentsIn('test("is told to the teacher, once", run);')).toEqual([
      "1 is told to the teacher, once",
    ]);
    expect(fragmentsIn('it.each([1])("of %i students", run);')).toEqual(["1 of %i students"]);
    expect(fragmentsIn('describe("toggling", () => {\n  it("works", run);\n});')).toEqual([
      "2 toggling works",
    ]);
  });

  it("takes the subject from the describe block", () => {
    const text = 'describe("a dispute", () => { it("is told to the teacher, once", run); });';
    expect(fragmentsIn(text)).toEqual([]);
  });

  it("ignores steps of browser tests and other calls", () => {
    expect(fragmentsIn('await test.step("of the teacher", run); list("of names");')).toEqual([]);
  });
});
