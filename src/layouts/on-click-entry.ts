/**
 * Scripts that pages load when the visitor acts. Their URLs are the same in every build, so that
 * inline scripts can import them and pages that are open during a release keep working.
 */
import type { Plugin } from "vite";

/** Handles the header's links and buttons. */
export const onClickPath = "/on-click.js";
/** Handles the keys and the modes of the Quran reader. */
export const readerScriptPath = "/quran-reader.js";
/** The tools of the Quran reader, for verses and words. */
export const readerToolsPath = "/quran-tools.js";

/** The modules of these scripts. */
export const onClickSources: Readonly<Record<string, string>> = {
  [onClickPath]: "/src/islands/on-click.ts",
  [readerScriptPath]: "/src/islands/quran/reader.ts",
  [readerToolsPath]: "/src/islands/quran/tools.ts",
};

/**
 * An entry in development, where components need React's refresh runtime, which pages without
 * islands don't load.
 */
const writeDevEntry = (path: string, names: string): string => `
import { injectIntoGlobalHook } from "/@react-refresh";
if (!window.$RefreshReg$) {
  injectIntoGlobalHook(window);
  window.$RefreshReg$ = () => {};
  window.$RefreshSig$ = () => (type) => type;
}
const { ${names} } = await import("${onClickSources[path]}");
export { ${names} };
`;

/** Emits the scripts with the islands, so that they share their chunks. */
export const onClickEntry: Plugin = {
  name: "halaqa:on-click-entry",
  buildStart() {
    const { mode, config } = this.environment;
    if (mode !== "build" || config.consumer !== "client") return;
    for (const [path, id] of Object.entries(onClickSources)) {
      this.emitFile({ type: "chunk", id, fileName: path.slice(1), preserveSignature: "strict" });
    }
  },
  configureServer(server) {
    const serve = (path: string, code: string) =>
      server.middlewares.use(path, (_request, response) => {
        response.setHeader("Content-Type", "text/javascript");
        response.end(code);
      });
    serve(onClickPath, writeDevEntry(onClickPath, "act"));
    serve(readerToolsPath, writeDevEntry(readerToolsPath, "act, start, continueListening"));
    serve(readerScriptPath, `export * from "${onClickSources[readerScriptPath]}";`);
  },
};
