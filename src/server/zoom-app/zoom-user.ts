import { keyedHash, listSecrets } from "../crypto.ts";

type Secrets = Parameters<typeof listSecrets>[0];

const purpose = "zoom-user";

/** The hash under which a Zoom user is stored and compared. IDs at Zoom are personal data. */
export const hashZoomUser = ({ appSecret }: Secrets, userId: string): string =>
  keyedHash(appSecret, purpose, userId);

/**
 * The hashes under which a Zoom user may be stored, including hashes from before the secret was
 * replaced.
 */
export const listZoomUserHashes = (secrets: Secrets, userId: string): string[] =>
  listSecrets(secrets).map((secret) => keyedHash(secret, purpose, userId));
