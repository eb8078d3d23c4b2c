/** The part of a request line that says what is wanted. */

export interface Target {
  /** As it was sent, undecoded. */
  path: string;
  /** Without the question mark. */
  query: string;
}

/**
 * Splits a request's address. Undefined when no handler could make sense of it: not a path, badly
 * encoded, with control characters, or one that a browser would take for another host's.
 */
export function readTarget(url: string | undefined): Target | undefined {
  if (url === undefined) return undefined;
  if (url.charCodeAt(0) !== slash) return readAbsolute(url);
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? "" : url.slice(mark + 1);
  if (path.startsWith("//") || path.includes("\\") || path.includes("#")) return undefined;
  if (url.includes("%") && !(isDecodable(path) && !url.includes("%00"))) return undefined;
  return { path, query };
}

const slash = 47;

/** Proxies may send the whole address; whose host it names doesn't matter to us. */
function readAbsolute(url: string): Target | undefined {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  const { pathname, search } = new URL(url);
  return readTarget(pathname + search);
}

function isDecodable(path: string): boolean {
  try {
    return !/[\p{Cc}\\]/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}
