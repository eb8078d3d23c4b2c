/**
 * `npm run staff -- add <email> [--role owner|support|moderator|bookkeeper]`, `remove <email>` and
 * `list`: who runs the site. Without a role, the person becomes an owner. Works while servers are
 * running, on the PostgreSQL server in DATABASE_URL or on the embedded database of the instance that
 * runs on DATA_DIR.
 */
import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { type StaffRole, staffPath, staffRoles } from "#lib/staff/staff.rules.ts";
import type { Context } from "#server/context.ts";
import type { Db } from "#server/db/connection.ts";
import { addStaff, listStaff, removeStaff } from "#server/staff/members.ts";
import { refuse, runOnDatabase, runOnSite } from "./support/staff-command.ts";

const usage = `Usage: npm run staff -- add <email> [--role ${staffRoles.join("|")}]
       npm run staff -- remove <email>
       npm run staff -- list`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { role: { type: "string", default: "owner" } },
});
const [command, email, ...rest] = positionals;
const role = staffRoles.find((each) => each === values.role);
const author = { command: userInfo().username };

if (rest.length > 0 || !role) refuse(usage);
else if (command === "list" && email === undefined) await runOnDatabase(list);
else if (command === "add" && email !== undefined)
  await runOnSite((context) => add(context, email, role));
else if (command === "remove" && email !== undefined)
  await runOnSite((context) => remove(context, email));
else refuse(usage);

async function add(context: Context, address: string, wanted: StaffRole): Promise<void> {
  const { name } = await addStaff(context, author, { email: address, role: wanted });
  console.log(`${name} is staff with the role ${wanted}. The console is at ${staffPath}.`);
}

async function remove(context: Context, address: string): Promise<void> {
  const { name } = await removeStaff(context, author, { email: address });
  console.log(
    `${name} is no longer staff. Their sessions have ended, and their cases are assigned to nobody.`,
  );
}

async function list(db: Db): Promise<void> {
  const members = await listStaff(db);
  for (const member of members) console.log(`${member.role.padEnd(11)} ${member.email}`);
  if (members.length === 0) console.log("Nobody is staff yet.");
}
