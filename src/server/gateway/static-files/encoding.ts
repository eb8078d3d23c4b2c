import Negotiator from "negotiator";

export type Encoding = "br" | "gzip" | "identity";

const available: Encoding[] = ["br", "gzip", "identity"];

// Browsers send a handful of different headers. Others may send any number.
const known = new Map<string, Encoding>();
const maxKnown = 200;

/** The smallest encoding that an Accept-Encoding header accepts. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (accepted === undefined) return "identity";
  const remembered = known.get(accepted);
  if (remembered) return remembered;
  const negotiator = new Negotiator({ headers: { "accept-encoding": accepted } });
  const acceptable = negotiator.encodings(available);
  // A client that refuses everything gets the uncompressed bytes, as RFC 9110 suggests.
  const chosen = available.find((encoding) => acceptable.includes(encoding)) ?? "identity";
  if (known.size >= maxKnown) known.clear();
  known.set(accepted, chosen);
  return chosen;
}
