/** Who may import whom. The same rules in prose: CONTRIBUTING.md, "Zones". */

const islands = "^src/islands/([^/]+)/";
/** The part of `src/lib` that talks to the API or keeps the state of one browser. */
const browserCode = ["^src/lib/client/", "^src/lib/[^/]+/client/", "\\.(calls|store)\\.ts$"];
const queries = "\\.queries\\.ts$";

/**
 * The folders and files of `src/server`, from the ground up: each imports only those before it. A new
 * folder gets its place here; one that needs a later folder moves behind it.
 */
export const serverOrder = [
  // Ground: knows no noun.
  "actor.ts",
  "crypto.ts",
  "fair-queue.ts",
  "map-valid-rows.ts",
  "pages-tags.ts",
  "profile-not-found.ts",
  "rate-limits.ts",
  "signed-links.ts",
  "config",
  "monitoring",
  "markdown",
  "calendar",
  "db",
  "providers",
  "public-person.ts",
  "jobs",
  "context.ts",
  "http",
  // Nouns.
  "mail",
  "attendance",
  "guardians",
  "course-members",
  "accounts",
  "media",
  "newsletter",
  "contact",
  "digests",
  "catalog",
  "reviews",
  "recitations",
  "messages",
  "meetings",
  "comments",
  "classes",
  "people",
  "seats",
  "trials",
  "payments",
  "calendar-feeds",
  "enrollments",
  "earnings",
  "courses",
  "rooms",
  "staff",
  "quizzes",
  "seo",
  "account-settings",
  "learning",
  // The whole: knows all nouns.
  "job-list.ts",
  "demo",
  "create-context.ts",
  "app.ts",
  "page-scope",
  "gateway",
  "main.ts",
];

/** @param {string} entry of `serverOrder` */
const pathOf = (entry) =>
  entry.endsWith(".ts") ? `^src/server/${entry.replaceAll(".", "\\.")}$` : `^src/server/${entry}/`;

/** Route files are exempt: only app.ts imports them, so they can close no circle. */
const serverPointsDown = serverOrder.slice(0, -1).map((entry, index) => ({
  name: `server-${entry}-imports-only-what-lies-below`,
  comment: "The order is `serverOrder` in .dependency-cruiser.js.",
  severity: "error",
  from: { path: pathOf(entry), pathNot: "\\.routes\\.ts$" },
  to: { path: serverOrder.slice(index + 1).map(pathOf) },
}));

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
      comment:
        "API calls, stores and client/ hold the state of one browser; the server has many. It reads " +
        "for one page at a time in src/server/page-scope/.",
      severity: "error",
      from: {
        path: "^src/",
        pathNot: ["^src/islands/", "^src/server/page-scope/", ...browserCode, queries],
      },
      to: { path: browserCode },
    },
    {
      name: "queries-are-for-islands-and-pages",
      comment: "A page takes keys from them to preload what its islands read; it makes no calls.",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/(islands|pages)/", ...browserCode, queries] },
      to: { path: queries },
    },
    {
      name: "browsers-load-no-schemas-of-responses",
      comment: "They are for the API's description and tests. Browsers need only the types.",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/server/", "\\.responses\\.ts$"] },
      to: { path: "\\.responses\\.ts$", dependencyTypesNot: ["type-only"] },
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
    ...serverPointsDown,
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
