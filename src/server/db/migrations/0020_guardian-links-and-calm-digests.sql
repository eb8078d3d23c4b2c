CREATE TABLE "guardian_message_links" (
	"id" text PRIMARY KEY NOT NULL,
	"child_id" text NOT NULL,
	"address" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "guardian_message_links_childId_unique" UNIQUE("child_id")
);
--> statement-breakpoint
ALTER TABLE "thread_states" ADD COLUMN "reminded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "guardian_message_links" ADD CONSTRAINT "guardian_message_links_child_id_profiles_id_fk" FOREIGN KEY ("child_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;