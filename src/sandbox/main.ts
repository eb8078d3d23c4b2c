// The process that `npm start` runs beside the site if the sandbox replaces a provider.
import { fstatSync } from "node:fs";
import { getSandboxConfig } from "./config.ts";
import { createSandbox } from "./server.ts";

// Emails and tokens must not be readable by other users of this machine.
process.umask(0o077);
const sandbox = await createSandbox(getSandboxConfig(process.env));

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await sandbox.close();
  process.exit(0);
}

process.once("SIGTERM", stop);
process.once("SIGINT", stop);
// If the parent process dies, nothing else would stop this process. A parent is recognized by an
// IPC channel or a pipe on stdin, whereas a terminal or /dev/null doesn't indicate a parent.
if (process.connected) process.once("disconnect", stop);
else if (isPipe(0)) process.stdin.once("end", stop).once("close", stop).resume();

console.log(`The sandbox listens on http://127.0.0.1:${sandbox.port}, mail on ${sandbox.smtpPort}`);
process.send?.({ port: sandbox.port, smtpPort: sandbox.smtpPort });

function isPipe(descriptor: number): boolean {
  const stats = fstatSync(descriptor);
  return stats.isFIFO() || stats.isSocket();
}
