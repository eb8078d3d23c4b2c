import Negotiator from "negotiator";

export type Encoding = "br" | "gzip" | "identity";

const available: Encoding[] = ["br", "gzip", "identity"];

// Caches parsed headers. Browsers send only a few different ones, but other clients may send any
// number.
const cache = new Map<string, Encoding>();
const maxCached = 200;

/** The smallest available encoding that an Accept-Encoding header allows. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (accepted === undefined) return "identity";
  const cached = cache.get(accepted);
  if (cached) return cached;
  const negotiator = new Negotiator({ headers: { "accept-encoding": accepted } });
  const acceptable = negotiator.encodings(available);
  // A client that allows no encoding gets the uncompressed bytes, as RFC 9110 suggests.
  const chosen = available.find((encoding) => acceptable.includes(encoding)) ?? "identity";
  if (cache.size >= maxCached) cache.clear();
  cache.set(accepted, chosen);
  return chosen;
}
