/** Shows mistakes in content files over the page that the editor looks at. */
import type { Plugin } from "vite";
import { findContentProblems, formatContentProblems } from "./content-problems.ts";

const title = "A content file needs a correction.";

export function contentProblemsInDevelopment(): Plugin {
  return {
    name: "halaqa:content-problems",
    configureServer({ config: { root, logger }, environments, watcher }) {
      const { hot } = environments.client;
      let shown = "";
      const look = () => {
        shown = formatContentProblems(findContentProblems(root));
        if (shown !== "") hot.send({ type: "error", err: { title, message: shown, stack: "" } });
      };
      const lookAgain = (path: string) => {
        if (!/\/src\/(content\/|lib\/site\/routes\.ts$)/.test(path)) return;
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
