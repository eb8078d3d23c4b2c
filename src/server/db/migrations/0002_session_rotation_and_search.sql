DROP INDEX "sessions_previous_token_hash";--> statement-breakpoint
DROP INDEX "courses_topics";--> statement-breakpoint
DROP INDEX "profiles_role_created_at";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "retired_tokens" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "search_topics" text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "search_name" text NOT NULL;--> statement-breakpoint
CREATE INDEX "courses_price" ON "courses" USING btree ("status","price_cents","id");--> statement-breakpoint
CREATE INDEX "profiles_search" ON "profiles" USING gin ("search_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "courses_topics" ON "courses" USING gin ("search_topics");--> statement-breakpoint
CREATE INDEX "profiles_role_created_at" ON "profiles" USING btree ("role","created_at","id");--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "previous_token_hash";--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "rotated_at";