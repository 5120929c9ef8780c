-- compatible, beside
-- A part of a mobile is looked up by its triples.
create index concurrently if not exists user_account_mobile_triples on user_account using gin (triples_of(mobile)) with (fastupdate = off);
