CREATE UNLOGGED TABLE "live_page_followers" (
	"class_id" text NOT NULL,
	"profile_id" text NOT NULL,
	"server_id" text NOT NULL,
	"is_open" boolean NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "live_page_followers_class_id_profile_id_server_id_pk" PRIMARY KEY("class_id","profile_id","server_id")
);
--> statement-breakpoint
CREATE TABLE "live_page_verses" (
	"class_id" text NOT NULL,
	"verse" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "live_page_verses_class_id_verse_pk" PRIMARY KEY("class_id","verse")
);
--> statement-breakpoint
CREATE TABLE "live_pages" (
	"class_id" text PRIMARY KEY NOT NULL,
	"seq" integer DEFAULT 0 NOT NULL,
	"lead_id" text NOT NULL,
	"lead_epoch" integer DEFAULT 0 NOT NULL,
	"cohost_ids" text[] DEFAULT '{}' NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"first" integer,
	"last" integer,
	"current" integer,
	"translations" jsonb DEFAULT 'true'::jsonb NOT NULL,
	"transliteration" boolean DEFAULT false NOT NULL,
	"gloss" boolean DEFAULT false NOT NULL,
	"locked" boolean DEFAULT false NOT NULL,
	"reciter_id" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "live_pages_passage" CHECK (("live_pages"."shared" and "live_pages"."first" <= "live_pages"."current" and "live_pages"."current" <= "live_pages"."last")
        or (not "live_pages"."shared" and num_nonnulls("live_pages"."first", "live_pages"."last", "live_pages"."current") = 0))
);
--> statement-breakpoint
CREATE TABLE "raised_hands" (
	"class_id" text NOT NULL,
	"profile_id" text NOT NULL,
	"raised_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "raised_hands_class_id_profile_id_pk" PRIMARY KEY("class_id","profile_id")
);
--> statement-breakpoint
ALTER TABLE "live_page_followers" ADD CONSTRAINT "live_page_followers_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_page_followers" ADD CONSTRAINT "live_page_followers_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_page_verses" ADD CONSTRAINT "live_page_verses_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_pages" ADD CONSTRAINT "live_pages_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_pages" ADD CONSTRAINT "live_pages_lead_id_profiles_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_pages" ADD CONSTRAINT "live_pages_reciter_id_profiles_id_fk" FOREIGN KEY ("reciter_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "raised_hands" ADD CONSTRAINT "raised_hands_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "raised_hands" ADD CONSTRAINT "raised_hands_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "live_page_followers_profile_id" ON "live_page_followers" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "live_page_followers_seen_at" ON "live_page_followers" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "raised_hands_profile_id" ON "raised_hands" USING btree ("profile_id");--> statement-breakpoint
-- A student who leaves a course no longer leads, recites or raises a hand in its classes. All processes are
-- notified at the commit, on the channel of live pages, so that the student's streams end.
CREATE FUNCTION leave_live_pages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "raised_hands" USING "classes"
  WHERE "classes"."id" = "raised_hands"."class_id" AND "classes"."course_id" = OLD."course_id"
    AND "raised_hands"."profile_id" = OLD."student_id";
  UPDATE "live_pages" AS page SET
    "seq" = page."seq" + 1,
    "lead_epoch" = page."lead_epoch" + (page."lead_id" = OLD."student_id")::int,
    "lead_id" = CASE page."lead_id" WHEN OLD."student_id" THEN "classes"."teacher_id" ELSE page."lead_id" END,
    "cohost_ids" = array_remove(page."cohost_ids", OLD."student_id"),
    "reciter_id" = nullif(page."reciter_id", OLD."student_id")
  FROM "classes"
  WHERE "classes"."id" = page."class_id" AND "classes"."course_id" = OLD."course_id"
    AND OLD."student_id" = ANY (array_append(page."cohost_ids", page."lead_id") || page."reciter_id");
  PERFORM pg_notify('halaqa_live_pages', json_build_object(
    'type', 'left', 'courseId', OLD."course_id", 'profileId', OLD."student_id"
  )::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "enrolments_leave_live_pages" AFTER UPDATE OF "status" ON "enrolments"
  FOR EACH ROW WHEN (OLD."status" = 'enrolled' AND NEW."status" <> 'enrolled') EXECUTE FUNCTION leave_live_pages();
--> statement-breakpoint
CREATE TRIGGER "enrolments_gone_leave_live_pages" AFTER DELETE ON "enrolments"
  FOR EACH ROW WHEN (OLD."status" = 'enrolled') EXECUTE FUNCTION leave_live_pages();
--> statement-breakpoint
-- The streams of a session end with it, in all processes.
CREATE FUNCTION end_live_streams() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('halaqa_live_pages', json_build_object('type', 'session', 'sessionId', OLD."id")::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "sessions_end_live_streams" AFTER UPDATE OF "revoked_at" ON "sessions"
  FOR EACH ROW WHEN (OLD."revoked_at" IS NULL AND NEW."revoked_at" IS NOT NULL) EXECUTE FUNCTION end_live_streams();
--> statement-breakpoint
CREATE TRIGGER "sessions_gone_end_live_streams" AFTER DELETE ON "sessions"
  FOR EACH ROW WHEN (OLD."revoked_at" IS NULL) EXECUTE FUNCTION end_live_streams();
