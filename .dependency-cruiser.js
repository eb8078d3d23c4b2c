/** Who may import whom. The same rules in prose: CONTRIBUTING.md, "Zones". */

const islands = "^src/islands/([^/]+)/";
/** The part of `src/lib` that talks to the API or keeps the state of one browser. */
const browserCode = ["^src/lib/client/", "^src/lib/[^/]+/client/", "\\.(calls|store)\\.ts$"];

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Two modules that need each other are one module, or lack a third; types count too.",
      severity: "error",
      from: { path: "^(src|scripts|tests)/" },
      to: { circular: true },
    },
    {
      name: "lib-is-browser-safe",
      comment:
        "src/lib runs in browsers, in the server and in the sandbox: it imports only itself.",
      severity: "error",
      from: { path: "^src/lib/" },
      to: {
        pathNot:
          "^src/lib/|^node_modules/(zod|nanostores|@tanstack/react-query|temporal-polyfill|quran-meta)/",
      },
    },
    {
      name: "browser-code-stays-in-the-browser",
      comment: "API calls, stores and client/ hold the state of one browser; the server has many.",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/islands/", ...browserCode] },
      to: { path: browserCode },
    },
    {
      name: "islands-stay-in-the-browser",
      severity: "error",
      from: { path: "^src/islands/" },
      to: { path: "^src/(server|sandbox|pages|layouts|components)/|^node:" },
    },
    {
      name: "islands-share-through-stores",
      comment: "Of another noun, islands know its store and what lies in its shared/.",
      severity: "error",
      from: { path: islands },
      to: {
        path: islands,
        pathNot: [
          "^src/islands/$1/",
          "^src/islands/ui/",
          "^src/islands/[^/]+/shared/",
          "\\.store\\.ts$",
        ],
      },
    },
    {
      name: "ui-knows-no-noun",
      severity: "error",
      from: { path: "^src/islands/ui/" },
      to: { path: "^src/islands/(?!ui/)" },
    },
    {
      name: "server-does-not-know-the-screens",
      severity: "error",
      from: { path: "^src/server/" },
      to: { path: "^src/(islands|pages|layouts|components|sandbox)/" },
    },
    {
      name: "routes-are-mounted-once",
      comment: "Route files are imported by app.ts only; others call the use case.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/server/app\\.ts$" },
      to: { path: "\\.routes\\.ts$" },
    },
    {
      name: "the-sandbox-is-the-outside-world",
      comment: "Only scripts start it, and tests; it knows nothing of the product but src/lib.",
      severity: "error",
      from: { path: "^src/(?!sandbox/)" },
      to: { path: "^src/sandbox/" },
    },
    {
      name: "the-sandbox-knows-only-lib",
      severity: "error",
      from: { path: "^src/sandbox/" },
      to: { path: "^src/", pathNot: "^src/(sandbox|lib)/" },
    },
    {
      name: "nothing-imports-pages",
      severity: "error",
      from: {},
      to: { path: "^src/pages/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
