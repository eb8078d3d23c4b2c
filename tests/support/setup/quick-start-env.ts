/**
 * Environment variables that make Node.js processes load the server faster (see `quick-start.ts`).
 */
import { fileURLToPath } from "node:url";

export const quickStart = {
  NODE_OPTIONS: `--import=${new URL("./quick-start.ts", import.meta.url)}`,
  // Caches compiled code and stripped types across processes.
  NODE_COMPILE_CACHE: fileURLToPath(new URL("../../../node_modules/.cache/node", import.meta.url)),
};
