-- compatible
-- ID numbers that were entered before months of birth were kept have none. They are sealed, and only the server opens them: of each company
-- that has any, a job reads them, some at a time. Up to the last profile that there is: what is entered from now on has its month, and who
-- takes one away does not get it back.
select set_config('app.companies', coalesce(string_agg(company::text, ','), ''), true) from company_directory;
insert into job (company_id, task, key, payload, run_date, created_by, created_date)
  select company_id, 'member.birthMonths', 'entered before', jsonb_build_object('after', 0, 'upTo', max(id)), now(), 'system:upgrade', now()
  from member_profile where id_number_sealed is not null and birth_month is null group by company_id;
