/** Shows mistakes in content files over the page that the editor looks at. */
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import { findContentProblems, formatContentProblems, type Routes } from "./content-problems.ts";

const title = "A content file needs a correction.";

export function contentProblemsInDevelopment(): Plugin {
  return {
    name: "halaqa:content-problems",
    configureServer({ config: { root, logger }, environments, watcher }) {
      const { hot } = environments.client;
      let shown = "";
      let routes: Routes | undefined;
      const look = () => {
        shown = formatContentProblems(findContentProblems(root, routes));
        if (shown !== "") hot.send({ type: "error", err: { title, message: shown, stack: "" } });
      };
      const lookAgain = (path: string) => {
        if (path.includes("/src/content/")) return update();
        if (path.endsWith("/src/lib/site/routes.ts")) void readRoutes(path).then(update, logError);
      };
      const readRoutes = async (path: string) => {
        // Node.js keeps the modules that it has loaded, by their URLs.
        routes = (await import(`${pathToFileURL(path)}?changed=${Date.now()}`)) as Routes;
      };
      const logError = (error: unknown) => logger.error(String(error));
      const update = () => {
        const before = shown;
        look();
        if (shown !== before && shown !== "") logger.error(shown);
        // Reloading removes the overlay.
        if (shown === "" && before !== "") hot.send({ type: "full-reload" });
      };
      for (const event of ["add", "change", "unlink"] as const) watcher.on(event, lookAgain);
      // A page that was reloaded shows the mistake again.
      hot.on("vite:client:connect", look);
    },
  };
}
