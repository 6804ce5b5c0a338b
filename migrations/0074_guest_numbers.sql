-- Works with code that knows 0059.
-- A guest who sat down and left before the start is named in the record for ever, though in no list of players. So no number is
-- given twice, whoever went meanwhile. Earlier ones were drawn by chance, and had six digits only where there were thousands.
CREATE SEQUENCE kifu.guest_number MINVALUE 1000;
REVOKE ALL ON SEQUENCE kifu.guest_number FROM PUBLIC;
GRANT USAGE ON SEQUENCE kifu.guest_number TO kifu_service;

SELECT setval('kifu.guest_number', greatest(100000, 10 ^ max(length(substr(p.name, 7))))::bigint, false)
  FROM kifu.player AS p WHERE p.name ~ '^Guest [1-9][0-9]{3,8}$'
HAVING count(*) > 0 OR EXISTS (SELECT FROM kifu.event);
