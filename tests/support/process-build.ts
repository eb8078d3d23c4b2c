/** Vitest's global set-up for tests of whole processes: they run on the built site. */
import { ensureBuilt } from "../../scripts/site-build.ts";

export default async function setUp(): Promise<void> {
  await ensureBuilt();
}
