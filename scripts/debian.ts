/** Installs what a script needs from the distribution, where that can be done without asking. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Installs a package where this is Debian and we are root; elsewhere it does nothing. */
export function installDebianPackage(name: string, why: string): void {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return;
  console.log(`${why}; installing Debian's ${name}.`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const parameters of [["update"], ["install", "--yes", name]]) {
    spawnSync("apt-get", ["-qq", ...parameters], { stdio: "inherit", env });
  }
}
