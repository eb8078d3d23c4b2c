UPDATE "cases" SET "interested_ids" = "found"."ids" FROM (
	SELECT "messages"."id", array_agg(DISTINCT "profiles"."user_id" ORDER BY "profiles"."user_id") AS "ids"
	FROM "messages"
	JOIN "threads" ON "threads"."id" = "messages"."thread_id"
	LEFT JOIN "courses" ON "courses"."id" = "threads"."course_id"
	JOIN "profiles" ON "profiles"."id" IN ("threads"."first_id", "threads"."second_id", "courses"."teacher_id")
	WHERE "messages"."id" IN (SELECT "subject_id" FROM "cases" WHERE "subject_kind" = 'message')
	GROUP BY "messages"."id"
) AS "found" WHERE "cases"."subject_kind" = 'message' AND "found"."id" = "cases"."subject_id";
