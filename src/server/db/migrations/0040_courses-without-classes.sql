DROP VIEW "public"."course_listing_source";--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "lacks_classes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE VIEW "public"."course_listing_source" AS (
  SELECT course.id AS course_id, course.level, course.language,
    CASE WHEN teacher.gender IN ('female', 'male') THEN teacher.gender END AS gender,
    facts.is_full,
    replace(coalesce(course.level, ''), '|', '/') || '|' || replace(coalesce(case when facts.payable_cents < 1 then 'free' when facts.payable_cents < 4000 then 'under-40' when facts.payable_cents < 8000 then '40-to-79' else 'from-80' end, ''), '|', '/') || '|' || replace(coalesce(case when teacher.gender in ('female', 'male') then teacher.gender end, ''), '|', '/') || '|' || replace(coalesce(case when facts.is_full then 'full' end, ''), '|', '/') || '|' || replace(coalesce(concat(case when course.search_topics @> array['tajweed'] then 'Tajweed,' end, case when course.search_topics @> array['memorization'] then 'Memorization,' end, case when course.search_topics @> array['tafsir'] then 'Tafsir,' end), ''), '|', '/') || '|' || replace(coalesce(course.language, ''), '|', '/') AS kind,
    course.search_title, course.search_topics, facts.payable_cents,
    course.rating_count, course.created_at
  FROM courses course JOIN profiles teacher ON teacher.id = course.teacher_id
  CROSS JOIN LATERAL (
    SELECT course.max_students <= taken_seats(course.id) AS is_full,
      CASE WHEN course.has_discount THEN course.discount_price_cents
           ELSE course.price_cents END AS payable_cents
    OFFSET 0
  ) facts
  WHERE course.status = 'published' AND NOT course.is_over AND NOT course.lacks_classes
    AND course.hidden_at IS NULL
);