-- Works with code that knows 0059.
-- The same constraint, written so that the catalogue of a restored database says it in the same words: `BETWEEN ... AND` nests
-- one AND in another, and a restored database prints both in one row of parentheses.
ALTER TABLE kifu.log_tile
    DROP CONSTRAINT log_tile_check,
    ADD CONSTRAINT log_tile_check
        CHECK (octet_length(hashes) >= 32 AND octet_length(hashes) <= 32 * width AND octet_length(hashes) % 32 = 0);
