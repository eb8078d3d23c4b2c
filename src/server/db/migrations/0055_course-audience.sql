DROP VIEW "public"."course_listing_source";--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "audience" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_audience" CHECK ("courses"."audience" <@ array['children', 'teens', 'adults']::text[]);--> statement-breakpoint
CREATE VIEW "public"."course_listing_source" AS (
  SELECT course.id AS course_id, course.level, course.language,
    CASE WHEN teacher.gender IN ('female', 'male') THEN teacher.gender END AS gender,
    facts.is_full,
    replace(coalesce(course.level, ''), '|', '/') || '|' || replace(coalesce(case when facts.payable_cents < 1 then 'free' when facts.payable_cents < 4000 then 'under-40' when facts.payable_cents < 8000 then '40-to-79' else 'from-80' end, ''), '|', '/') || '|' || replace(coalesce(case when teacher.gender in ('female', 'male') then teacher.gender end, ''), '|', '/') || '|' || replace(coalesce(case when facts.is_full then 'full' end, ''), '|', '/') || '|' || replace(coalesce(concat(case when course.search_topics && array['tajweed', 'tajwid', 'tajvid', 'tecvid', 'تجويد', 'التجويد', 'تجوید'] or lower(course.category) = any(array['tajweed', 'tajwid', 'tajvid', 'tecvid', 'تجويد', 'التجويد', 'تجوید']) then 'Tajweed,' end, case when course.search_topics && array['memorization', 'memorisation', 'memorizacion', 'memorize', 'memorise', 'memorizing', 'hifz', 'hifdh', 'hifth', 'hifzh', 'حفظ', 'الحفظ', 'تحفيظ'] or lower(course.category) = any(array['memorization', 'memorisation', 'memorizacion', 'memorize', 'memorise', 'memorizing', 'hifz', 'hifdh', 'hifth', 'hifzh', 'حفظ', 'الحفظ', 'تحفيظ']) then 'Memorization,' end, case when course.search_topics && array['tafsir', 'tafseer', 'tefsir', 'exegesis', 'exegese', 'تفسير', 'التفسير', 'تفسیر'] or lower(course.category) = any(array['tafsir', 'tafseer', 'tefsir', 'exegesis', 'exegese', 'تفسير', 'التفسير', 'تفسیر']) then 'Tafsir,' end, case when course.search_topics && array['recitation', 'recitacion', 'tilawah', 'tilawa', 'تلاوه', 'التلاوه', 'تلاوت'] or lower(course.category) = any(array['recitation', 'recitacion', 'tilawah', 'tilawa', 'تلاوه', 'التلاوه', 'تلاوت']) then 'Recitation,' end, case when course.search_topics && array['qira''at', 'qiraat', 'qira’at', 'qiraah', 'قراءات', 'القراءات'] or lower(course.category) = any(array['qira''at', 'qiraat', 'qira’at', 'qiraah', 'قراءات', 'القراءات']) then 'Qira''at,' end, case when course.search_topics && array['qaida', 'qaidah', 'qa''ida', 'qa''idah', 'qaaida', 'قاعده', 'القاعده', 'قاعدہ'] or lower(course.category) = any(array['qaida', 'qaidah', 'qa''ida', 'qa''idah', 'qaaida', 'قاعده', 'القاعده', 'قاعدہ']) then 'Qaida,' end, case when course.search_topics && array['arabic', 'arabe', 'العربيه', 'عربي', 'عربی'] or lower(course.category) = any(array['arabic', 'arabe', 'العربيه', 'عربي', 'عربی']) then 'Arabic,' end, case when course.search_topics && array['seerah', 'sirah', 'سيره', 'السيره', 'سیرت'] or lower(course.category) = any(array['seerah', 'sirah', 'سيره', 'السيره', 'سیرت']) then 'Seerah,' end), ''), '|', '/') || '|' || replace(coalesce(course.language, ''), '|', '/') || '|' || replace(coalesce(array_to_string(course.audience, ','), ''), '|', '/') AS kind,
    course.search_title,
    concat_ws(' ', course.search_title, array_to_string(course.search_topics, ' '), teacher.search_name)
      AS search_text,
    course.search_topics, facts.payable_cents,
    course.rating_count, case when course.rating_count = 0 then 0 else (course.rating_sum + 15) * 1000 / (course.rating_count + 5) end AS rating_score, course.created_at
  FROM courses course JOIN profiles teacher ON teacher.id = course.teacher_id
  CROSS JOIN LATERAL (
    SELECT course.max_students <= taken_seats(course.id) AS is_full,
      CASE WHEN course.has_discount THEN course.discount_price_cents
           ELSE course.price_cents END AS payable_cents
    OFFSET 0
  ) facts
  WHERE course.status = 'published' AND NOT course.is_over AND NOT course.lacks_classes
    AND course.hidden_at IS NULL
);--> statement-breakpoint
-- Languages become a choice. A known language gets its English name, and a text that begins with one,
-- such as "Arabic and English", is listed under it.
CREATE TEMPORARY TABLE "language_names" ("code" text, "name" text);
--> statement-breakpoint
INSERT INTO "language_names" ("code", "name") VALUES
  ('af', 'Afrikaans'), ('am', 'Amharic'), ('ar', 'Arabic'), ('az', 'Azerbaijani'), ('ba', 'Bashkir'),
  ('be', 'Belarusian'), ('ber', 'ber'), ('bg', 'Bulgarian'), ('bm', 'Bambara'), ('bn', 'Bangla'),
  ('bs', 'Bosnian'), ('ca', 'Catalan'), ('ce', 'Chechen'), ('cs', 'Czech'), ('da', 'Danish'),
  ('de', 'German'), ('dv', 'Divehi'), ('el', 'Greek'), ('en', 'English'), ('es', 'Spanish'),
  ('et', 'Estonian'), ('fa', 'Persian'), ('ff', 'Fula'), ('fi', 'Finnish'), ('fr', 'French'),
  ('gu', 'Gujarati'), ('ha', 'Hausa'), ('he', 'Hebrew'), ('hi', 'Hindi'), ('hr', 'Croatian'),
  ('hu', 'Hungarian'), ('hy', 'Armenian'), ('id', 'Indonesian'), ('ig', 'Igbo'), ('it', 'Italian'),
  ('ja', 'Japanese'), ('jv', 'Javanese'), ('ka', 'Georgian'), ('kk', 'Kazakh'), ('km', 'Khmer'),
  ('kn', 'Kannada'), ('ko', 'Korean'), ('ks', 'Kashmiri'), ('ku', 'Kurdish'), ('ky', 'Kyrgyz'), ('lo', 'Lao'),
  ('lt', 'Lithuanian'), ('lv', 'Latvian'), ('mk', 'Macedonian'), ('ml', 'Malayalam'), ('mn', 'Mongolian'),
  ('mr', 'Marathi'), ('ms', 'Malay'), ('my', 'Burmese'), ('ne', 'Nepali'), ('nl', 'Dutch'),
  ('no', 'Norwegian'), ('om', 'Oromo'), ('or', 'Odia'), ('pa', 'Punjabi'), ('pl', 'Polish'), ('ps', 'Pashto'),
  ('pt', 'Portuguese'), ('ro', 'Romanian'), ('ru', 'Russian'), ('rw', 'Kinyarwanda'), ('sd', 'Sindhi'),
  ('si', 'Sinhala'), ('sk', 'Slovak'), ('sl', 'Slovenian'), ('so', 'Somali'), ('sq', 'Albanian'),
  ('sr', 'Serbian'), ('su', 'Sundanese'), ('sv', 'Swedish'), ('sw', 'Swahili'), ('ta', 'Tamil'),
  ('te', 'Telugu'), ('tg', 'Tajik'), ('th', 'Thai'), ('ti', 'Tigrinya'), ('tk', 'Turkmen'),
  ('tl', 'Filipino'), ('tr', 'Turkish'), ('tt', 'Tatar'), ('ug', 'Uyghur'), ('uk', 'Ukrainian'),
  ('ur', 'Urdu'), ('uz', 'Uzbek'), ('vi', 'Vietnamese'), ('wo', 'Wolof'), ('xh', 'Xhosa'), ('yo', 'Yoruba'),
  ('zh', 'Chinese'), ('zu', 'Zulu');
--> statement-breakpoint
UPDATE "courses" SET "language" = "name", "language_code" = "code" FROM "language_names"
 WHERE ("language_code" = "code" AND "language" <> "name")
    OR ("language_code" IS NULL AND lower("language") ~ ('^' || lower("name") || '\M'));
--> statement-breakpoint
DROP TABLE "language_names";
--> statement-breakpoint
-- Categories become a choice. A course without a known one gets the first that its own text or its topics
-- name.
UPDATE "courses" SET "category" = "known"."category" FROM (
  SELECT DISTINCT ON (course."id") course."id", names."category"
    FROM "courses" course
    JOIN (VALUES
      (0, 'Tajweed', ARRAY['tajweed', 'tajwid', 'tajvid', 'tecvid', 'تجويد', 'التجويد', 'تجوید']),
      (1, 'Memorization', ARRAY['memorization', 'memorisation', 'memorizacion', 'memorize', 'memorise', 'memorizing', 'hifz', 'hifdh', 'hifth', 'hifzh', 'حفظ', 'الحفظ', 'تحفيظ']),
      (2, 'Tafsir', ARRAY['tafsir', 'tafseer', 'tefsir', 'exegesis', 'exegese', 'تفسير', 'التفسير', 'تفسیر']),
      (3, 'Recitation', ARRAY['recitation', 'recitacion', 'tilawah', 'tilawa', 'تلاوه', 'التلاوه', 'تلاوت']),
      (4, 'Qira''at', ARRAY['qira''at', 'qiraat', 'qira’at', 'qiraah', 'قراءات', 'القراءات']),
      (5, 'Qaida', ARRAY['qaida', 'qaidah', 'qa''ida', 'qa''idah', 'qaaida', 'قاعده', 'القاعده', 'قاعدہ']),
      (6, 'Arabic', ARRAY['arabic', 'arabe', 'العربيه', 'عربي', 'عربی']),
      (7, 'Seerah', ARRAY['seerah', 'sirah', 'سيره', 'السيره', 'سیرت'])
    ) AS names ("place", "category", "spellings")
      ON lower(course."category") = ANY(names."spellings")
      OR course."search_topics" && names."spellings"
   ORDER BY course."id", (lower(course."category") = ANY(names."spellings")) DESC NULLS LAST, names."place"
) "known"
WHERE "courses"."id" = "known"."id" AND "courses"."category" IS DISTINCT FROM "known"."category"
  AND ("courses"."category" IS NULL OR "courses"."category" = '' OR lower("courses"."category") = ANY(ARRAY[
    'tajweed', 'tajwid', 'tajvid', 'tecvid', 'تجويد', 'التجويد', 'تجوید', 'memorization', 'memorisation', 'memorizacion', 'memorize', 'memorise', 'memorizing', 'hifz', 'hifdh', 'hifth', 'hifzh', 'حفظ', 'الحفظ', 'تحفيظ', 'tafsir', 'tafseer', 'tefsir', 'exegesis', 'exegese', 'تفسير', 'التفسير', 'تفسیر', 'recitation', 'recitacion', 'tilawah', 'tilawa', 'تلاوه', 'التلاوه', 'تلاوت', 'qira''at', 'qiraat', 'qira’at', 'qiraah', 'قراءات', 'القراءات', 'qaida', 'qaidah', 'qa''ida', 'qa''idah', 'qaaida', 'قاعده', 'القاعده', 'قاعدہ', 'arabic', 'arabe', 'العربيه', 'عربي', 'عربی', 'seerah', 'sirah', 'سيره', 'السيره', 'سیرت'
  ]));
--> statement-breakpoint
-- Only titles and topics that name an audience decide. Teachers choose for other courses.
UPDATE "courses" SET "audience" = "found"."audience" FROM (
  SELECT "id", array_remove(ARRAY[
    CASE WHEN "words" ~ '\m(child|children|kids?|girls?|boys?)\M|[^[:alnum:]](enfants|niños|أطفال|بچوں)' THEN 'children' END,
    CASE WHEN "words" ~ '\m(teens?|teenagers?|youth)\M' THEN 'teens' END,
    CASE WHEN "words" ~ '\m(adults?|women|ladies|sisters|men|brothers)\M' THEN 'adults' END
  ], NULL) AS "audience"
    FROM (
      SELECT "id", lower(' ' || "title" || ' ' || array_to_string("topics", ' ')) AS "words"
        FROM "courses"
    ) worded
) "found"
WHERE "courses"."id" = "found"."id" AND cardinality("found"."audience") > 0;
