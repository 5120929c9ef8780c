-- compatible
-- Whoever is a member has figures, from the moment they are one until the moment they are none any more: rules of tags are counted from
-- the figures, and look into the account only where they ask after it. Of a million members that is half of the work. The triggers stand in
-- db/routines/member_figures.sql.
select set_config('app.companies', coalesce(string_agg(company::text, ','), ''), true) from company_directory;
insert into member_figure (company_id, user_id, spent30_cents, spent90_cents, spent365_cents, bought30_cl, bought90_cl, bought365_cl,
    fills30, fills90, fills365, kept_balance_cents)
  select company_id, id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 from user_account
  where not is_staff and merged_into_id is null and former_date is null
  order by company_id, id on conflict (company_id, user_id) do nothing;

-- What can be searched of a member, with every table but the figures joined so that it is left out where nothing is asked of it.
create view member_ruled with (security_invoker = true) as
  select figure.company_id, figure.user_id as id, member.version, member.name, member.initials, member.mobile, member.email,
    member.avatar_id, member.remark, member.disabled, member.created_date,
    coalesce(profile.contact_phone, '') as contact_phone, coalesce(profile.invoice_title, '') as invoice_title,
    coalesce(profile.tax_id, '') as tax_id, profile.birth_month, bought.day as last_purchase_day,
    figure.spent30_cents, figure.spent90_cents, figure.spent365_cents, figure.bought30_cl, figure.bought90_cl, figure.bought365_cl,
    figure.fills30, figure.fills90, figure.fills365, figure.kept_balance_cents, figure.level_id
  from member_figure figure
  left join user_account member on member.company_id = figure.company_id and member.id = figure.user_id
  left join member_profile profile on profile.company_id = figure.company_id and profile.user_id = figure.user_id
  left join member_last_purchase bought on bought.company_id = figure.company_id and bought.user_id = figure.user_id;
grant select on member_ruled to forecourt_app;
