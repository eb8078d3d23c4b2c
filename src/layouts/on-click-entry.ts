/**
 * The script that header links load on the first click. Its URL is the same in every build, so that
 * the inline script can import it and pages that are open during a release keep working.
 */
import type { Plugin } from "vite";

export const onClickPath = "/on-click.js";

const source = "/src/islands/on-click.ts";

/**
 * In development, components need React's refresh runtime, which pages without islands don't load.
 */
const devEntry = `
import { injectIntoGlobalHook } from "/@react-refresh";
if (!window.$RefreshReg$) {
  injectIntoGlobalHook(window);
  window.$RefreshReg$ = () => {};
  window.$RefreshSig$ = () => (type) => type;
}
const { act } = await import("${source}");
export { act };
`;

/** Emits the script with the islands, so that it shares their chunks. */
export const onClickEntry: Plugin = {
  name: "halaqa:on-click-entry",
  buildStart() {
    const { mode, config } = this.environment;
    if (mode !== "build" || config.consumer !== "client") return;
    this.emitFile({
      type: "chunk",
      id: source,
      fileName: onClickPath.slice(1),
      preserveSignature: "strict",
    });
  },
  configureServer(server) {
    server.middlewares.use(onClickPath, (_request, response) => {
      response.setHeader("Content-Type", "text/javascript");
      response.end(devEntry);
    });
  },
};
