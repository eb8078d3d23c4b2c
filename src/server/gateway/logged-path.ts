/** URLs in these folders contain secrets: calendar feeds and pages for guardians. */
const secretFolders = /^(\/+(calendar|progress)\/).*/is;

/**
 * Path segments that are as long as a token and aren't IDs of rows, such as
 * `crs_V1StGXR8_Z5jdHi6B-myT`.
 */
const tokens = /\/(?![a-z]{2,4}_)[\w.~%-]{22,}/g;

/** A path for the log, without secrets, regardless of its encoding. */
export function loggedPath(path: string): string {
  return decodeWhole(path).replace(secretFolders, "$1…").replaceAll(tokens, "/…");
}

/** Decodes repeatedly, as some frameworks do. */
function decodeWhole(path: string): string {
  let decoded = path;
  for (let tries = 0; tries < 10 && decoded.includes("%"); tries += 1) {
    try {
      const next = decodeURIComponent(decoded);
      if (next === decoded) break;
      decoded = next;
    } catch {
      break;
    }
  }
  return decoded.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "");
}
