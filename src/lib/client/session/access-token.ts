/** What the browser reads from an access token. It is the server that checks it. */
export interface SessionUser {
  id: string;
  email: string;
  name: string;
  photo?: string | undefined;
}

export interface ReadToken {
  user: SessionUser;
  /** How long the token lasts from its issue, in milliseconds. */
  lifetime: number;
}

function decodeBase64Url(text: string): string {
  const bytes = Uint8Array.from(
    atob(text.replaceAll("-", "+").replaceAll("_", "/")),
    (character) => character.codePointAt(0) ?? 0,
  );
  return new TextDecoder().decode(bytes);
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** Undefined when the token isn't a readable one with an id and an expiry. */
export function readAccessToken(token: string): ReadToken | undefined {
  let payload: Record<string, unknown>;
  try {
    payload = JSON.parse(decodeBase64Url(token.split(".")[1] ?? ""));
  } catch {
    return undefined;
  }
  const id = text(payload.id) ?? text(payload.userId) ?? text(payload.sub);
  const { exp, iat } = payload;
  if (!id || typeof exp !== "number") return undefined;
  // The clock here may be wrong; the token's own span is not. Without an issue time the clock has
  // to do.
  const issued = typeof iat === "number" ? iat * 1000 : Date.now();
  return {
    user: {
      id,
      email: text(payload.email) ?? "",
      name: text(payload.name) ?? "",
      photo: text(payload.photo),
    },
    lifetime: exp * 1000 - issued,
  };
}
