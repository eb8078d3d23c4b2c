/** Replaces `#translations/runtime.ts` in `load-modules.ts`: it records which files look up texts. */
import {
  getMessages as getRealMessages,
  type Messages,
} from "../../../src/translations/runtime.node.ts";

export * from "../../../src/translations/runtime.node.ts";

/** The texts that were looked up, and the files that needed them. */
export const found: string[] = [];

export function getMessages(noun: string): Messages {
  const frames = (new Error("Looked up").stack ?? "").matchAll(/src\/\S+?\.tsx?/g);
  const files = [...frames].map(([file]) => file);
  const file = files.find((each) => !each.startsWith("src/translations/"));
  found.push(`${noun}, needed by ${file}`);
  return getRealMessages(noun);
}
