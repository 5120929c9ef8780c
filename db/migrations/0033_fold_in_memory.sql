-- compatible
-- A fold sorts what it gathers in memory: on the disk it took a third longer.
alter function statistic_fold(int) set work_mem = '64MB';
