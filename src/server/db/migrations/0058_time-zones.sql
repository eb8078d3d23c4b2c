-- Profiles could store any name that Node.js supports, such as PST or MIT. PostgreSQL or Temporal
-- rejects some of them, which failed for everyone whose data is read together with that profile.
UPDATE "profiles" SET "time_zone" = coalesce(
  (SELECT "name" FROM pg_timezone_names WHERE lower("name") = lower("profiles"."time_zone") LIMIT 1),
  'UTC'
)
WHERE NOT EXISTS (SELECT FROM pg_timezone_names WHERE "name" = "profiles"."time_zone");
