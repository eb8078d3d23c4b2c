/** The editions of the Quran that a site shows. */
import { editions } from "#lib/quran/editions.ts";
import type { Environment } from "./environment.ts";

/**
 * The Arabic text is always shown. A live site shows other editions only if their terms permit
 * commercial use or the operator has confirmed the rights by listing them.
 */
export function listQuranEditions({ APP_ENV: env, QURAN_EDITIONS: listed }: Environment): string[] {
  return editions
    .filter(({ id, kind, commercial }) => {
      if (kind === "text" || listed?.includes(id)) return true;
      return listed === undefined && (env === "demo" || commercial);
    })
    .map(({ id }) => id);
}
