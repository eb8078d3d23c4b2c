/** Lines of text in the direction of their language, where only their letters determine the direction. */
import { expect, test } from "vitest";
import { withDirection } from "#lib/text/bidi.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";

test.for([
  ["ar", "Yusuf: أُلغيت حصتك", "\u200f"],
  ["ur", "\u2068Tajweed\u2069 کی ایک کلاس منسوخ ہو گئی", "\u200f"],
  ["ur", "کلاس منسوخ ہو گئی: Tajweed", ""],
  ["en", "يوسف: Your class is canceled", "\u200e"],
  ["en", "Your class is canceled", ""],
  ["ar", "24:00", ""],
] as const)(
  "a line in %s gets a mark only if its first letter misleads: %s",
  ([language, line, mark]) => {
    expect(runWithLanguage(language, () => withDirection(line))).toBe(mark + line);
  },
);
