-- The message streams of a session end with it too, in all processes. They have a channel of their
-- own, because servers of an earlier version don't know the event.
CREATE OR REPLACE FUNCTION end_live_streams() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('halaqa_live_pages', json_build_object('type', 'session', 'sessionId', OLD."id")::text);
  PERFORM pg_notify('halaqa_ended_sessions', OLD."id");
  RETURN NULL;
END
$$;
