import Negotiator from "negotiator";

export type Encoding = "br" | "gzip" | "identity";

const available: Encoding[] = ["br", "gzip", "identity"];

// Browsers send a handful of different headers; strangers may send any number of them.
const known = new Map<string, Encoding>();
const maxKnown = 200;

/** The encoding for an Accept-Encoding header: the smallest of those that it accepts. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (accepted === undefined) return "identity";
  const remembered = known.get(accepted);
  if (remembered) return remembered;
  const negotiator = new Negotiator({ headers: { "accept-encoding": accepted } });
  const acceptable = negotiator.encodings(available);
  // A client that refuses everything gets the plain bytes, as RFC 9110 suggests.
  const chosen = available.find((encoding) => acceptable.includes(encoding)) ?? "identity";
  if (known.size >= maxKnown) known.clear();
  known.set(accepted, chosen);
  return chosen;
}
