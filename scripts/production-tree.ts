/**
 * `node scripts/production-tree.ts <folder>`: writes the files of the image to a new folder. The site
 * must be built. The Dockerfile calls this.
 */
import { existsSync } from "node:fs";
import { writeProductionTree } from "./support/production-tree.ts";

const [target, ...rest] = process.argv.slice(2);
if (!target || rest.length > 0) refuse("Usage: node scripts/production-tree.ts <folder>");
else if (existsSync(target)) refuse(`${target} already exists. Name a new folder.`);
else writeProductionTree(target);

function refuse(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
