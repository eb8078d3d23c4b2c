import { localizePath } from "#lib/site/locale.ts";
import { splitLinks } from "#lib/text/links.ts";

/** A message's text. URLs become links that open in a new tab. */
export function MessageText({ text }: { text: string }) {
  return splitLinks(text).map(({ text: part, href }, index) =>
    href === undefined ? (
      part
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
        key={index}
        href={localizePath(href)}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className="underline underline-offset-2"
      >
        {part}
      </a>
    ),
  );
}
