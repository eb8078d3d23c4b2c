/** Loads parts of a page together with their texts. */
import { loadTexts } from "#translations/runtime.ts";

/**
 * Loads the module, and resolves once its texts are available as well. Every `import()` in an
 * island is wrapped in this, as `withTexts(import("./Part.tsx"))`.
 * @param nouns is filled in by the build (`src/layouts/needed-texts.ts`).
 * @throws if the module or its texts can't be loaded. Both can be retried.
 */
export async function withTexts<Module>(
  loading: Promise<Module>,
  nouns: readonly string[] = [],
): Promise<Module> {
  const [module] = await Promise.all([loading, loadTexts(nouns)]);
  return module;
}
