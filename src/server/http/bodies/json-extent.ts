const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const openBrace = 0x7b;

/**
 * Far more than any valid input: a quiz of 100 questions has a few thousand. Without a limit, a
 * megabyte of short keys takes ten times as long to parse as a megabyte of text, and blocks the
 * process.
 */
const maxJsonTokens = 20_000;

/** Whether JSON has few enough keys, values and levels to be cheap to parse. */
export function isSmallJson(bytes: Uint8Array): boolean {
  let tokens = 0;
  let isInString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isInString) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isInString = false;
    } else if (byte === quote) {
      isInString = true;
    } else if (byte === comma || byte === colon || byte === openBracket || byte === openBrace) {
      tokens += 1;
      if (tokens > maxJsonTokens) return false;
    }
  }
  return true;
}
