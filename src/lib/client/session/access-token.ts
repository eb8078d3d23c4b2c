/** Reads an access token in the browser without verifying it. Only the server verifies it. */
export interface SessionUser {
  id: string;
  email: string;
  name: string;
  photo?: string | undefined;
}

export interface ReadToken {
  user: SessionUser;
  /** The validity period of the token, in milliseconds. */
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

/** Undefined if the token can't be parsed or has no ID or expiry. */
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
  // The browser's clock may be wrong, so only the difference between issue and expiry is used.
  // Without an issue time, the browser's clock is used instead.
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
