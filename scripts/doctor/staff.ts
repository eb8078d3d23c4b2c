/** Checks that someone runs the site. */
import type pg from "pg";
import type { Config } from "#server/config/config.ts";
import { type Finding, good, notice, problem } from "./finding.ts";

/** Only owners change settings and staff, and only the command makes the first one. */
export async function checkStaff(pool: pg.Pool, env: Config["env"]): Promise<Finding[]> {
  const { rows } = await pool.query<{ owners: number; ready: number }>(
    `select count(*)::int as owners,
            count(*) filter (
              where exists (select from staff_passkeys where user_id = member.user_id)
                 or exists (select from staff_authenticators
                             where user_id = member.user_id and secret_encrypted is not null)
            )::int as ready
       from staff_members as member where role = 'owner'`,
  );
  const { owners = 0, ready = 0 } = rows[0] ?? {};
  if (owners === 0) {
    const report = env === "live" ? problem : notice;
    return [report("No owner runs the site. Sign up, and run: npm run staff -- add <email>")];
  }
  if (ready === 0) {
    return [
      notice(
        "No owner has added a passkey or an authenticator app yet. Open /staff as the owner, and add one.",
      ),
    ];
  }
  return [
    good(ready === 1 ? "One owner can open the console." : `${ready} owners can open the console.`),
  ];
}
