/**
 * How the browser's scripts are divided into files. By default, the bundler creates one file for
 * every set of entries that share a module, which means dozens of requests for each page. Here,
 * modules that several entries share are in a few files:
 *
 * - `pages`: what scripts of pages share with islands, without React, such as the session and the
 *   formatting of texts.
 * - `framework`: React and queries. The largest file, which changes least.
 * - `common`: what islands of three areas or more share.
 * - `<area>` or `<area>-<area>`: what islands of one area, or of two, share.
 * - `quran`: the tables of surahs and juz and what needs them, which only pages about the Quran load.
 * - `profiles`: the list of countries and the names of what profiles store, which only profiles and
 *   their forms need.
 * - `search`: the folding of search texts, which only lists with a search of their own need.
 * - `schemas` and `forms`: the library of schemas, the library of forms, and what needs them in
 *   several areas. Account pages load `schemas` without the framework. What one area needs is in
 *   `schemas-<area>` and `forms-<area>`, and what only parts on demand need in `later-schemas` and
 *   `later-forms`.
 *
 * A module that only one entry needs stays in that entry's file. An entry is an island, or a part
 * that loads on demand.
 */
import type { Plugin, Rolldown } from "vite";

type GetModule = Rolldown.PluginContext["getModuleInfo"];

const framework =
  /\/node_modules\/(react|react-dom|scheduler|@nanostores\/react|@tanstack\/(?:react-query|query-core)|@astrojs\/react)\//;
const forms = /\/node_modules\/(react-hook-form|@hookform\/resolvers|@standard-schema)\//;
const schemas = /\/node_modules\/zod\//;
const quran = /\/(node_modules\/quran-meta|src\/lib\/quran)\//;
const search = /\/src\/lib\/text\/search-text\.ts/;
const profiles = /\/src\/lib\/people\/(countries|people\.labels)\.ts/;
/** Modules that show texts or call the API. The texts themselves are in the pages. */
const texts =
  /\/(node_modules\/icu-minify\/|src\/translations\/|src\/lib\/(languages|site\/locale)\.ts)/;
const runtime = /^\0(rolldown\/runtime|vite\/preload-helper|vite\/modulepreload-polyfill)/;

/** The number of areas whose islands must share a module for it to be in `common`. */
const commonFrom = 3;

/**
 * In characters. A module with less code is in the file for all pages if two areas share it,
 * because a separate request would cost more.
 */
const smallModule = 3_000;

/** The area of entries that aren't islands: the scripts of public pages. */
const noArea = "pages";

/** The script of the layout of account pages. */
const accountPages = /\/src\/layouts\/AccountPage\.astro/;

/** The module graph's information about each module. */
class Modules {
  readonly #get: GetModule;
  readonly #groups = new Map<string, string | null>();

  constructor(get: GetModule) {
    this.#get = get;
  }

  groupOf(id: string): string | null {
    const known = this.#groups.get(id);
    if (known !== undefined) return known;
    const group = this.#findGroup(id);
    this.#groups.set(id, group);
    return group;
  }

  #findGroup(id: string): string | null {
    if (this.#isEntry(id)) return null;
    if (runtime.test(id)) return "pages";
    const entries = this.#listEntries(id);
    // The texts of the console would otherwise be in the file that everyone loads.
    if (texts.test(id)) return isOnlyForStaff(entries) ? "staff" : "pages";
    if (framework.test(id)) return "framework";
    if (entries.length < 2) return null;
    const first = leaveOutGuardiansAndStaff(entries.filter((entry) => this.#isInFirstView(entry)));
    const kind = this.#findKind(id, first);
    // Modules that only parts on demand share are left to the bundler, except for forms, which many
    // parts contain.
    if (first.length === 0) return kind ? `later-${kind}` : null;
    const areas = listAreas(first);
    const isOfPlainScript = first.some((entry) => !this.#needs(entry, framework));
    if (isOfPlainScript && !kind && areas.length > 1 && !this.#needs(id, framework)) return "pages";
    if (!kind && this.#isForSchemas(id)) return "pages";
    // Islands of many areas name verses, but most pages don't.
    if (this.#needs(id, quran) && ![forms, schemas].some((each) => this.#needs(id, each))) {
      return areas.length > 1 && !this.#needs(id, framework) ? "quran" : areas.join("-");
    }
    if (profiles.test(id)) return "profiles";
    if (search.test(id)) return "search";
    const isSmall = areas.length > 1 && (this.#get(id)?.code?.length ?? 0) < smallModule;
    if (kind && areas.length === 1) return `${kind}-${areas[0]}`;
    // The profile and the verification share the rows of credentials, which no other form has.
    if (kind === "forms" && areas.join("-") === "people-vetting") return "forms-people-vetting";
    // The file of schemas is also for scripts without the framework, so it must not load that.
    const isLeftOut = kind === "schemas" && this.#needs(id, framework);
    if (isLeftOut && this.#needs(id, schemas)) return "schemas-shared";
    if (kind && !isLeftOut) return kind;
    return areas.length >= commonFrom || isSmall ? "common" : areas.join("-");
  }

  /**
   * Whether the module needs forms or schemas, or is needed only by islands that need them in any
   * case.
   */
  #findKind(id: string, first: readonly string[]): "forms" | "schemas" | undefined {
    if (this.#needs(id, forms)) return "forms";
    if (this.#needs(id, schemas)) return "schemas";
    if (first.length === 0) return undefined;
    // Schemas, which come before forms, import only from src/lib.
    const isOfIslands = id.includes("/src/islands/");
    if (isOfIslands && first.every((entry) => this.#needs(entry, forms))) return "forms";
    return first.every((entry) => this.#needs(entry, schemas)) ? "schemas" : undefined;
  }

  /** Whether the file of schemas imports the module, which must therefore not be in `common`. */
  #isForSchemas(id: string): boolean {
    const importers = this.#get(id)?.importers ?? [];
    return importers.some((each) => this.#needs(each, schemas) && this.groupOf(each) === "schemas");
  }

  /** An island, the script of a page, or a part that loads on demand. */
  #isEntry(id: string): boolean {
    const module = this.#get(id);
    return module?.isEntry === true || (module?.dynamicImporters.length ?? 0) > 0;
  }

  /** The entries that load the module. */
  #listEntries(id: string): string[] {
    const reached = new Set([id]);
    for (const each of reached) {
      if (this.#isEntry(each)) continue;
      for (const importer of this.#get(each)?.importers ?? []) reached.add(importer);
    }
    return [...reached].filter((each) => this.#isEntry(each));
  }

  /** Whether a page needs the entry from the start, and not only on demand. */
  #isInFirstView(entry: string): boolean {
    const reached = new Set([entry]);
    for (const each of reached) {
      const module = this.#get(each);
      if (module?.isEntry) return true;
      for (const importer of module?.importers ?? []) reached.add(importer);
    }
    return false;
  }

  /** Whether the module imports one of the packages, or a module that does. */
  #needs(id: string, packages: RegExp): boolean {
    const reached = new Set([id]);
    for (const each of reached) {
      if (packages.test(each)) return true;
      for (const imported of this.#get(each)?.importedIds ?? []) reached.add(imported);
    }
    return false;
  }
}

/**
 * The entries without those of guardians and staff, unless there are no others. Guardians and staff
 * are few, so what their pages share with others stays in the others' files: in `common`, everyone
 * would load it.
 */
function leaveOutGuardiansAndStaff(entries: readonly string[]): readonly string[] {
  const others = entries.filter((entry) => !["guardians", "staff"].includes(areaOf(entry)));
  return others.length > 0 ? others : entries;
}

const isOnlyForStaff = (entries: readonly string[]): boolean =>
  entries.length > 0 && entries.every((entry) => areaOf(entry) === "staff");

const listAreas = (entries: readonly string[]): string[] =>
  [...new Set(entries.map(areaOf))].sort();

/** The folder of an island, or of code that loads on demand: `src/islands/<area>/`, `src/lib/<area>/`. */
function areaOf(entry: string): string {
  if (accountPages.test(entry)) return "accounts";
  if (/\/src\/islands\/[^/]+\/staff\//.test(entry)) return "staff";
  return /\/src\/(?:islands|lib)\/([^/]+)\//.exec(entry)?.[1] ?? noArea;
}

/**
 * A group also takes what its modules import, unless an earlier group has taken it. So the groups
 * are ordered by how many entries need them: the imports of a group's modules are needed by all of
 * its entries, so they are in that group or in an earlier one.
 */
const order = [
  /^pages$/,
  /^quran$/,
  /^framework$/,
  /^common$/,
  /^profiles$/,
  /^search$/,
  /^(?!schemas|forms|later).+-/,
  /^(?!schemas|forms|later)[^-]+$/,
  /^schemas$/,
  /^schemas-/,
  /^forms$/,
  /^forms-/,
  /^later-schemas$/,
  /^later-forms$/,
];

export const scriptGroups: Plugin = {
  name: "halaqa:script-groups",
  apply: "build",
  applyToEnvironment: ({ config }) => config.consumer === "client",
  outputOptions(output) {
    let modules: Modules | undefined;
    const groups = order.map((names, index) => ({
      priority: order.length - index,
      name(id: string, context: { getModuleInfo: GetModule }) {
        modules ??= new Modules((each) => context.getModuleInfo(each));
        const name = modules.groupOf(id);
        // Each module belongs to the first group that its name matches.
        const belongs = name !== null && order.find((each) => each.test(name)) === names;
        return belongs ? name : null;
      },
    }));
    return { ...output, codeSplitting: { groups } };
  },
};
