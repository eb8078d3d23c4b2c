import { passageHref } from "#lib/quran/verse-key.ts";
import { findPassages } from "#lib/quran/verse-references.ts";
import { localizePath } from "#lib/site/locale.ts";

/** A text in which references to passages of the Quran link to the reader. */
export function LinkedPassages({ text }: { text: string }) {
  return findPassages(text).map((part, index) =>
    typeof part === "string" ? (
      part
    ) : (
      <a
        // The parts of a text keep their order.
        // biome-ignore lint/suspicious/noArrayIndexKey: the same passage can be named twice
        key={index}
        className="link"
        href={localizePath(passageHref(part.passage))}
      >
        {part.text}
      </a>
    ),
  );
}
