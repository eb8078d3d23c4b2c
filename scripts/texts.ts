/**
 * `npm run texts`: gives the texts of `src/translations/en` their types. Needed after a message or an
 * argument was added, renamed or removed.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { translationsFolder, writeTextModules } from "./support/text-modules.ts";

for (const [name, content] of writeTextModules()) {
  writeFileSync(join(translationsFolder, name), content);
}
