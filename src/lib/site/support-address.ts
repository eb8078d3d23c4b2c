/**
 * The address to which people write for help. Staff set it (`supportAddress` in
 * `src/lib/settings/settings.ts`), and the server keeps this copy up to date, because emails and
 * messages are written without a context. Browsers don't have it.
 */

/** The address of the demo. */
export const demoSupportAddress = "support@halaqa.test";

let current = demoSupportAddress;

export const getSupportAddress = (): string => current;

/** Called whenever the setting is read. */
export function setSupportAddress(address: string): void {
  current = address;
}
