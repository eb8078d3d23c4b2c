/** The rules for imports. CONTRIBUTING.md explains them in "Import rules". */

const islands = "^src/islands/([^/]+)/";
/** The part of `src/lib` that calls the API or holds the state of one browser. */
const browserCode = ["^src/lib/client/", "^src/lib/[^/]+/client/", "\\.(calls|store)\\.ts$"];
const queries = "\\.queries\\.ts$";

/**
 * The folders and files of `src/server`, from the lowest up: each imports only those before it. Add
 * a new folder after all folders that it imports.
 */
export const serverOrder = [
  // Foundations, which depend on no noun.
  "actor.ts",
  "crypto.ts",
  "email-scope.ts",
  "fair-queue.ts",
  "grouped-work.ts",
  "hour-cycle.ts",
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
  "settings",
  "mail",
  "attendance",
  "guardians",
  "course-members",
  "agreements",
  "accounts",
  "staff",
  "media",
  "introductions",
  "newsletter",
  "letters",
  "vetting",
  "cases",
  "contact",
  "digests",
  "catalog",
  "plans",
  "reviews",
  "quran",
  "audio",
  "recitations",
  "messages",
  "meetings",
  "comments",
  "classes",
  "live-pages",
  "people",
  "seats",
  "trials",
  "payments",
  "calendar-feeds",
  "enrollments",
  "earnings",
  "courses",
  "saved",
  "onboarding",
  "suspensions",
  "timeline",
  "rooms",
  "zoom-app",
  "moderation",
  "quizzes",
  "seo",
  "study",
  "account-settings",
  "learning",
  "guardian-page",
  // Parts that depend on all nouns.
  "job-list.ts",
  "demo",
  "create-context.ts",
  "app.ts",
  "page-scope",
  "gateway",
  "main.ts",
];

/** @param {string} entry an entry of `serverOrder` */
const pathOf = (entry) =>
  entry.endsWith(".ts") ? `^src/server/${entry.replaceAll(".", "\\.")}$` : `^src/server/${entry}/`;

/** Route files are exempt: only app.ts imports them, so they can't create cycles. */
const serverPointsDown = serverOrder.slice(0, -1).map((entry, index) => ({
  name: `server-${entry}-imports-only-what-lies-below`,
  comment: "The order is `serverOrder` in .dependency-cruiser.js.",
  severity: "error",
  from: { path: pathOf(entry), pathNot: "\\.(staff-)?routes\\.ts$" },
  to: { path: serverOrder.slice(index + 1).map(pathOf) },
}));

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Merge the modules or move the shared part to a third one. Type imports count too.",
      severity: "error",
      from: { path: "^(src|scripts|tests)/" },
      to: { circular: true },
    },
    {
      name: "lib-is-browser-safe",
      comment:
        "src/lib runs in browsers, on the server and in the sandbox, so it imports only itself and texts.",
      severity: "error",
      from: { path: "^src/lib/" },
      to: {
        pathNot:
          "^src/(lib|translations)/|^node_modules/(zod|nanostores|@zoom/appssdk|@tanstack/react-query|temporal-polyfill|quran-meta|idb|eventsource-parser)/",
      },
    },
    {
      name: "islands-load-only-their-texts",
      comment:
        "translate.ts has the texts of all nouns. Islands and src/lib import the file of their noun, such as " +
        "#translations/study.ts, because pages load what their islands import.",
      severity: "error",
      from: { path: "^src/(islands|lib)/" },
      to: {
        path: "^src/translations/(translate|catalogs|message-catalog|browser-texts\\.node)\\.ts",
      },
    },
    {
      name: "browser-code-stays-in-the-browser",
      comment:
        "API calls, stores and client/ hold the state of one browser, but the server serves many. " +
        "src/server/page-scope/ uses them for one page at a time.",
      severity: "error",
      from: {
        path: "^src/",
        pathNot: ["^src/islands/", "^src/server/page-scope/", ...browserCode, queries],
      },
      to: { path: browserCode },
    },
    {
      name: "queries-are-for-islands-and-pages",
      comment: "Pages use their keys to preload the data of islands, but make no API calls.",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/(islands|pages)/", ...browserCode, queries] },
      to: { path: queries },
    },
    {
      name: "browsers-load-no-schemas-of-responses",
      comment: "The schemas are for the API's description and tests. Browsers need only the types.",
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
      comment: "Islands import only the store and shared/ of other nouns.",
      severity: "error",
      from: { path: islands },
      to: {
        path: islands,
        pathNot: [
          "^src/islands/$1/",
          "^src/islands/ui/",
          "^src/islands/[^/]+/shared/",
          // The panel in Zoom shows the whole live page.
          "^src/islands/live-pages/LivePage\\.tsx$",
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
      comment: "Only app.ts imports route files. Other modules call the use case.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/server/app\\.ts$" },
      to: { path: "\\.(staff-)?routes\\.ts$" },
    },
    {
      name: "the-sandbox-is-the-outside-world",
      comment:
        "Only scripts and tests start the sandbox. It imports only src/lib from the product.",
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
