/** Addresses of clients, by which limits count. */

/** Gives an address that no other test of the file has; the app must trust one proxy. */
export function newClients(network: string): () => string {
  let clients = 0;
  return () => {
    clients += 1;
    return `${network}.${clients >> 8}.${clients & 255}`;
  };
}
