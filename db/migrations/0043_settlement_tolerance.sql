-- compatible
-- Differences beyond the tolerance of a station are confirmed by hand when a shift is closed or a day settled, with a reason.
-- Both columns are null where nothing was beyond it and in what was settled before, so that older fingerprints hold.
alter table class_settle add column reason text check (reason <> '');
alter table class_settle add column beyond jsonb;
alter table class_settle add check ((reason is null) = (beyond is null));
alter table day_settle add column reason text check (reason <> '');
alter table day_settle add column beyond jsonb;
alter table day_settle add check ((reason is null) = (beyond is null));

-- A settlement with its state in one word. It is nowhere written.
create view class_settle_report with (security_invoker) as
  select *, case when is_nature_day then 'naturalDay' when forced then 'forced' else 'closed' end as state from class_settle;
grant select on class_settle_report to forecourt_app;
