/**
 * The script that links with `data-dialog` load on the first click. Its address is the same in
 * every build, so that the inline script can name it and pages that stand open survive a release.
 */
import type { Plugin } from "vite";

export const dialogsPath = "/dialogs.js";

const source = "/src/islands/accounts/dialogs.tsx";

/** In dev, components need React's refresh runtime, which pages without an island don't bring. */
const devEntry = `
import { injectIntoGlobalHook } from "/@react-refresh";
if (!window.$RefreshReg$) {
  injectIntoGlobalHook(window);
  window.$RefreshReg$ = () => {};
  window.$RefreshSig$ = () => (type) => type;
}
const { open } = await import("${source}");
export { open };
`;

/** Emits the script beside the islands, with which it shares its chunks. */
export const dialogsEntry: Plugin = {
  name: "halaqa:dialogs-entry",
  buildStart() {
    if (this.environment.mode !== "build" || this.environment.config.consumer !== "client") return;
    this.emitFile({
      type: "chunk",
      id: source,
      fileName: dialogsPath.slice(1),
      preserveSignature: "strict",
    });
  },
  configureServer(server) {
    server.middlewares.use(dialogsPath, (_request, response) => {
      response.setHeader("Content-Type", "text/javascript");
      response.end(devEntry);
    });
  },
};
