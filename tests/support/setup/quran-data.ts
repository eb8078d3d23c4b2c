/** Vitest's global setup for tests that read the text of the Quran. */
import { ensureQuranData } from "../../../scripts/quran-data.ts";

export default function setUp(): void {
  ensureQuranData();
}
