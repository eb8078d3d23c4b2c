import type { Logger } from "pino";
import { editions } from "#lib/quran/editions.ts";
import type { Config } from "../config/config.ts";

/** Logs at startup which editions of the Quran are hidden, and how to show them. */
export function warnOfHiddenEditions({ quranEditions }: Config, log: Logger): void {
  const hidden = editions.filter(({ id }) => !quranEditions.includes(id));
  if (hidden.length === 0) return;
  const titles = hidden.map(({ id, title, terms }) => `${id} (${title}: ${terms})`);
  log.warn(
    { hidden: hidden.map(({ id }) => id) },
    `Editions of the Quran whose rights aren't confirmed are hidden: ${titles.join("; ")}. ` +
      "If you have the rights, list their IDs in QURAN_EDITIONS.",
  );
}
