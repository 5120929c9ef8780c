-- compatible
-- A database that is spread over several machines has some functions in another form (db/cluster). Tables stay as they are; this version
-- only tells programs of the one before to leave the functions alone.
select 1;
