/**
 * The English texts don't change by accident: the product specification fixes them. `english-texts.txt`
 * has one line for each text, as JSON: its noun, its key and its message. A text that is changed on
 * purpose is changed there too, and a new one is added with
 * `UPDATE_TEXTS=1 npx vitest run --project unit tests/unit/translations/english-texts.test.ts`, which
 * keeps all existing lines.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { defaultLanguage } from "#lib/languages.ts";
import { listMessages } from "#translations/message-catalog.ts";
import { translationsFolder } from "../../../scripts/support/text-modules.ts";

const list = join(import.meta.dirname, "english-texts.txt");
const folder = join(translationsFolder, defaultLanguage);

type Line = [file: string, key: string, message: string];
const nameOf = ([file, key]: Line): string => `${file} ${key}`;

const current = readdirSync(folder).flatMap((name) =>
  [...listMessages(JSON.parse(readFileSync(join(folder, name), "utf8")))].map(
    ([key, message]): Line => [name.replace(/\.json$/, ""), key, message],
  ),
);
const readFrozen = (): Line[] =>
  readFileSync(list, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

test("every English text matches the frozen list", () => {
  if (process.env.UPDATE_TEXTS) {
    const known = new Map(readFrozen().map((line) => [nameOf(line), line]));
    const lines = current.map((line) => JSON.stringify(known.get(nameOf(line)) ?? line));
    writeFileSync(list, `${lines.sort().join("\n")}\n`);
  }
  const frozen = new Map(readFrozen().map((line) => [nameOf(line), line[2]]));
  expect(Object.fromEntries(current.map((line) => [nameOf(line), line[2]]))).toEqual(
    Object.fromEntries(frozen),
  );
});
