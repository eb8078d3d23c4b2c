/** Environment in which Node.js processes load the server quickly (see `quick-start.ts`). */
import { fileURLToPath } from "node:url";

export const quickStart = {
  NODE_OPTIONS: `--import=${new URL("./quick-start.ts", import.meta.url)}`,
  // Compiled code and code without types, from one process to the next.
  NODE_COMPILE_CACHE: fileURLToPath(new URL("../../node_modules/.cache/node", import.meta.url)),
};
