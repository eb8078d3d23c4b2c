UPDATE "cases" SET "interested_ids" = "found"."ids" FROM (
	SELECT "concerned"."id", array_agg(DISTINCT "each"."id" ORDER BY "each"."id") AS "ids"
	FROM "cases" AS "concerned"
	JOIN "profiles" ON "profiles"."user_id" = "concerned"."about_user_id"
		OR "profiles"."user_id" = ANY("concerned"."interested_ids")
	JOIN "users" ON "users"."email" = "profiles"."guardian_confirmed"
	CROSS JOIN unnest("concerned"."interested_ids" || "users"."id") AS "each"("id")
	WHERE lower(trim("profiles"."parent_guardian_contact")) = "profiles"."guardian_confirmed"
		AND "profiles"."age" < 13
	GROUP BY "concerned"."id"
) AS "found" WHERE "found"."id" = "cases"."id";
