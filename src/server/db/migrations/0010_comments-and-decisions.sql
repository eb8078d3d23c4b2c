CREATE TABLE "comments" (
	"id" text PRIMARY KEY NOT NULL,
	"course_id" text NOT NULL,
	"seq" integer NOT NULL,
	"author_id" text NOT NULL,
	"client_id" text,
	"content" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"hidden_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "cleared_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_id_profiles_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "comments_seq" ON "comments" USING btree ("course_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "comments_client_id" ON "comments" USING btree ("author_id","client_id");--> statement-breakpoint
CREATE INDEX "reviews_search" ON "reviews" USING gin ("content" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_removed" CHECK ("reviews"."removed_at" is null or "reviews"."hidden_at" is not null);--> statement-breakpoint
UPDATE "profiles" SET ("rating_sum", "rating_count") = (SELECT coalesce(sum("courses"."rating_sum"), 0), coalesce(sum("courses"."rating_count"), 0) FROM "courses" WHERE "courses"."teacher_id" = "profiles"."id") WHERE "profiles"."role" = 'teacher';
