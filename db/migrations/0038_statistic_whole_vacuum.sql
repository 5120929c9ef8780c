-- compatible
-- What a company comes to is written anew every few seconds of a busy hour, and read by every list: what is outdated must not pile up.
alter table statistic_whole set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
