/** Installs Debian packages that a script needs, without user interaction. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Installs a package on Debian if run as root. Does nothing otherwise. */
export function installDebianPackage(name: string, why: string): void {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return;
  console.log(`${why}; installing Debian's ${name}.`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const parameters of [["update"], ["install", "--yes", name]]) {
    spawnSync("apt-get", ["-qq", ...parameters], { stdio: "inherit", env });
  }
}
