/** Client addresses for tests of rate limits. */

/** Returns an address that no other test in the file uses. The app must trust one proxy. */
export function newClients(network: string): () => string {
  let clients = 0;
  return () => {
    clients += 1;
    return `${network}.${clients >> 8}.${clients & 255}`;
  };
}
