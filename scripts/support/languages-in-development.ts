/** Gives each request of the development server its language, as the gateway does for a built site. */
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { isRunnableDevEnvironment, type Plugin } from "vite";
import { addLanguagePrefix, type Language } from "#lib/languages.ts";
import { readLocalTarget } from "#server/gateway/local-target.ts";
import { readTarget, writeTarget } from "#server/gateway/target.ts";

export function languagesInDevelopment(offered: readonly Language[]): Plugin {
  return {
    name: "halaqa:languages",
    configureServer({ environments: { ssr }, middlewares }) {
      if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error("Vite can't run pages here");
      // Pages read the language from the storage in Vite's module graph.
      const runtime: Promise<typeof import("#translations/runtime.node.ts")> = ssr.runner.import(
        "/src/translations/runtime.node.ts",
      );
      middlewares.use((req, res, next) => {
        const given = readTarget(req.url);
        if (!given) return next();
        const target = readLocalTarget(given, req.headers, offered);
        const { language } = target;
        req.url = writeTarget(target);
        keepLanguageOfRedirects(res, language);
        runtime.then(({ runWithLanguage }) => runWithLanguage(language, async () => next()), next);
      });
    },
  };
}

/** Astro writes all headers of a response with its status. */
function keepLanguageOfRedirects(res: ServerResponse, language: Language): void {
  const writeHead = res.writeHead.bind(res) as (...parts: unknown[]) => ServerResponse;
  res.writeHead = (...parts: unknown[]) => {
    const headers = parts.at(-1) as OutgoingHttpHeaders | undefined;
    if (typeof headers?.location === "string") {
      headers.location = addLanguagePrefix(headers.location, language);
    }
    return writeHead(...parts);
  };
}
