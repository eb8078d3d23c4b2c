ALTER TABLE "staff_views" DROP CONSTRAINT "staff_views_session_id_sessions_id_fk";
--> statement-breakpoint
ALTER TABLE "staff_views" ALTER COLUMN "session_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_views" ADD CONSTRAINT "staff_views_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE set null ON UPDATE no action;