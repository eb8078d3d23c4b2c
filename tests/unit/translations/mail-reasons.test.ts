/** The last lines of emails say why the recipient gets them: "You're receiving this email because …". */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { languages } from "#lib/languages.ts";
import { listMessages } from "#translations/message-catalog.ts";
import { translationsFolder } from "../../../scripts/support/text-modules.ts";

/** Shown above the copied email, as a sentence. */
const sentences = ["guardians mail.copy.because"];

const listReasons = (code: string): [name: string, message: string][] =>
  readdirSync(join(translationsFolder, code)).flatMap((file) => {
    const catalog = JSON.parse(readFileSync(join(translationsFolder, code, file), "utf8"));
    return [...listMessages(catalog)]
      .map(([key, message]): [string, string] => [`${file.replace(".json", "")} ${key}`, message])
      .filter(([name]) => /\.because[A-Z]?\w*$/.test(name) && !sentences.includes(name));
  });

test.each(languages)("reasons for emails complete a sentence in the language %s", (code) => {
  const reasons = listReasons(code);
  expect(reasons.length).toBeGreaterThan(30);
  const beginning = code === "ar" ? /^لأن/ : /^[^A-Z]/;
  const isPart = (message: string) => beginning.test(message) && !/[.!۔]$/.test(message);
  expect(reasons.filter(([, message]) => !isPart(message))).toEqual([]);
});
