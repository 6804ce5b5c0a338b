-- The role of the service, which can add events and change none. It belongs to the whole cluster, so another database may
-- have made it already, or may be making it at this moment. It has no password: it logs in only where the server trusts the
-- connection, and everybody else takes it on after logging in as its member.
DO $role$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'kifu_service') THEN
        CREATE ROLE kifu_service LOGIN;
    END IF;
EXCEPTION
    WHEN duplicate_object OR unique_violation THEN NULL;
    WHEN insufficient_privilege THEN
        RAISE EXCEPTION 'there is no role kifu_service, and % may not create it', current_user
            USING ERRCODE = 'insufficient_privilege', HINT = format(
                'Let an administrator do it: CREATE ROLE kifu_service LOGIN; GRANT kifu_service TO %I;', current_user);
END
$role$;

-- Whoever migrates becomes a member, so that one URL is enough: the service takes the role on its connections.
DO $member$
DECLARE
    before CONSTANT text := current_setting('role');
BEGIN
    BEGIN
        PERFORM set_config('role', 'kifu_service', true);
        PERFORM set_config('role', before, true);
        RETURN;
    EXCEPTION
        WHEN insufficient_privilege THEN NULL;
    END;
    GRANT kifu_service TO CURRENT_USER;
EXCEPTION
    WHEN unique_violation THEN NULL;
    WHEN insufficient_privilege THEN
        RAISE EXCEPTION '% is no member of the role kifu_service and may not become one', current_user
            USING ERRCODE = 'insufficient_privilege',
                  HINT = format('Let an administrator do it: GRANT kifu_service TO %I;', current_user);
END
$member$;

GRANT USAGE ON SCHEMA kifu, kifu_read TO kifu_service;
GRANT SELECT ON public.kifu_migration TO kifu_service;

-- What was recorded is only ever added to; what is read of it is kept by the projector. So it is with later tables too.
GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA kifu TO kifu_service;
ALTER DEFAULT PRIVILEGES IN SCHEMA kifu GRANT SELECT, INSERT ON TABLES TO kifu_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA kifu_read TO kifu_service;
ALTER DEFAULT PRIVILEGES IN SCHEMA kifu_read GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO kifu_service;

-- How far a projection has read is no record: a rebuild finds it anew.
GRANT UPDATE ON kifu.tracking TO kifu_service;

-- Events come in by kifu.append alone, behind the last one of their game and of the feed. It runs with the rights of its
-- owner, and must therefore find nothing in a schema that somebody else may write to.
REVOKE INSERT ON kifu.event, kifu.feed_head FROM kifu_service;
DO $append$
DECLARE
    signature regprocedure;
BEGIN
    FOR signature IN SELECT oid FROM pg_proc WHERE pronamespace = 'kifu'::regnamespace AND proname = 'append' LOOP
        EXECUTE format('ALTER FUNCTION %s SECURITY DEFINER SET search_path = pg_catalog, pg_temp', signature);
        EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', signature);
        EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO kifu_service', signature);
    END LOOP;
END
$append$;
