/** Installs Debian packages that a script needs, if no interaction is required. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Installs a package on Debian as root. Does nothing elsewhere. */
export function installDebianPackage(name: string, why: string): void {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return;
  console.log(`${why}; installing Debian's ${name}.`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const parameters of [["update"], ["install", "--yes", name]]) {
    spawnSync("apt-get", ["-qq", ...parameters], { stdio: "inherit", env });
  }
}
