// @ts-check
import mdx from "@astrojs/mdx";
import node from "@astrojs/node";
import react from "@astrojs/react";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "astro/config";
import { closedAnnouncementsHash } from "./src/layouts/announcement.ts";
import { headScriptHash } from "./src/layouts/head-script.ts";
import { languageHintHash } from "./src/layouts/language-hint.ts";
import { neededTexts } from "./src/layouts/needed-texts.ts";
import { onClickEntry } from "./src/layouts/on-click-entry.ts";
import { pageTransitionHash } from "./src/layouts/page-transition.ts";
import { prefetchHashes } from "./src/layouts/prefetch.ts";
import { readerScriptHash } from "./src/layouts/reader-script.ts";
import { scriptGroups } from "./src/layouts/script-groups.ts";
import { scriptList } from "./src/layouts/script-list.ts";

/**
 * Keeps `#server/…`, `#lib/…` and `#translations/…` imports unresolved in the server build: Node resolves them
 * through package.json's "imports" at run time, so that pages and the server process share one
 * module graph, with one connection pool and one cache (docs/decisions/004).
 *
 * @type {import("vite").Plugin}
 */
const oneModuleGraph = {
  name: "halaqa:one-module-graph",
  enforce: "pre",
  apply: "build",
  applyToEnvironment: (environment) => environment.config.consumer === "server",
  resolveId: (id) => (/^#(server|lib|translations)\//.test(id) ? { id, external: true } : null),
};

/**
 * Serves a page with the design system, in development only.
 *
 * @type {import("astro").AstroIntegration}
 */
const styleguide = {
  name: "halaqa:styleguide",
  hooks: {
    "astro:config:setup": ({ command, injectRoute }) => {
      if (command !== "dev") return;
      injectRoute({ pattern: "/styleguide", entrypoint: "./src/styleguide/Styleguide.astro" });
    },
  },
};

export default defineConfig({
  output: "server",
  adapter: node({ mode: "middleware" }),
  integrations: [react(), mdx({ syntaxHighlight: false }), styleguide],
  trailingSlash: "never",
  redirects: { "/tutors": { status: 301, destination: "/teachers" } },
  session: { driver: { entrypoint: "unstorage/drivers/null" } },
  cache: {
    provider: {
      entrypoint: new URL("./src/server/gateway/page-cache/astro-provider.ts", import.meta.url),
    },
  },
  security: {
    csp: {
      scriptDirective: {
        hashes: [headScriptHash, readerScriptHash, ...prefetchHashes],
      },
      styleDirective: { hashes: [pageTransitionHash, languageHintHash, closedAnnouncementsHash] },
    },
    // Behind a proxy, Astro doesn't know the site's origin, so src/middleware.ts checks it instead.
    checkOrigin: false,
  },
  markdown: { syntaxHighlight: false },
  vite: {
    plugins: [oneModuleGraph, neededTexts, onClickEntry, scriptGroups, scriptList, tailwindcss()],
    build: {
      rolldownOptions: {
        output: {
          // Astro builds pages in two environments, in which the same style sheet has two names.
          assetFileNames: ({ names: [name] }) =>
            name?.endsWith(".css")
              ? "_astro/style.[hash][extname]"
              : "_astro/[name].[hash][extname]",
        },
        onwarn(warning, warn) {
          // Astro marks MDX files with a directive that its own bundler warns about.
          if (warning.message.includes("use astro:head-inject")) return;
          // A deferred part is also in the island of the pages that open on it, which provides it.
          if (/dynamically imported by src\/islands\/\S+-parts?\.ts/.test(warning.message)) return;
          warn(warning);
        },
      },
    },
  },
});
