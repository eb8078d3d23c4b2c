CREATE TABLE "study_items" (
	"user_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"rev" integer NOT NULL,
	"data" jsonb NOT NULL,
	"clocks" jsonb NOT NULL,
	"created_clock" bigint NOT NULL,
	"merged_rev" integer NOT NULL,
	"merged_sent" bigint NOT NULL,
	"applied" jsonb NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "study_items_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "study_items_kind" CHECK ("study_items"."kind" in ('bookmark', 'highlight', 'note', 'collection'))
);
--> statement-breakpoint
CREATE TABLE "study_revisions" (
	"user_id" text PRIMARY KEY NOT NULL,
	"rev" integer DEFAULT 0 NOT NULL,
	"purged_rev" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "study_items" ADD CONSTRAINT "study_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "study_revisions" ADD CONSTRAINT "study_revisions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "study_items_rev" ON "study_items" USING btree ("user_id","rev");--> statement-breakpoint
CREATE INDEX "study_items_deleted_at" ON "study_items" USING btree ("deleted_at") WHERE "study_items"."deleted_at" is not null;