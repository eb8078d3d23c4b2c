/** The cache directives of a response, from the headers that CDNs read. */

export interface CacheDirectives {
  /** How long the response is fresh, in milliseconds. */
  freshMs: number;
  /** How long after that it can be sent while a new one is rendered, in milliseconds. */
  staleMs: number;
  tags: ReadonlySet<string>;
}

type Headers = Record<string, number | string | string[] | undefined>;

/** Headers that only the gateway reads. */
export const directiveHeaders = ["cdn-cache-control", "cache-tag"] as const;

/** Returns undefined unless the response can be shared. */
export function readDirectives(status: number, headers: Headers): CacheDirectives | undefined {
  if (status !== 200 || headers["set-cookie"] !== undefined) return undefined;
  const control = String(headers["cdn-cache-control"] ?? "");
  const fresh = readSeconds(control, "max-age");
  if (fresh === undefined || /no-store|private/i.test(String(headers["cache-control"] ?? ""))) {
    return undefined;
  }
  const tags = String(headers["cache-tag"] ?? "").split(",");
  return {
    freshMs: fresh * 1_000,
    staleMs: (readSeconds(control, "stale-while-revalidate") ?? 0) * 1_000,
    tags: new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== "")),
  };
}

function readSeconds(control: string, name: string): number | undefined {
  const seconds = new RegExp(`(?:^|[\\s,])${name}=(\\d+)`).exec(control)?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}
