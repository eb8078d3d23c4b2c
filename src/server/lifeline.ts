/** Stopping a process that another one started. */

/**
 * Calls `stop` once, on SIGTERM, on SIGINT, or when the process that started this one with an IPC
 * channel has died: nobody else would stop it then.
 */
export function onStopRequested(stop: () => void): void {
  let asked = false;
  const ask = () => {
    if (asked) return;
    asked = true;
    stop();
  };
  process.on("SIGTERM", ask);
  process.on("SIGINT", ask);
  if (process.channel) process.once("disconnect", ask);
}
