-- compatible
-- A row of the list of members: also whether they are known to a mini program and on which day they last bought. Members who were
-- merged into another, or have left, are in no list; accounts of points and of levels are not counted as cards. Each column that looks
-- at cards does so for its own row, so that a page costs what its rows cost.
create view member_state with (security_invoker = true) as
  select member.id, member.version, member.company_id, member.name, member.initials, member.mobile, member.email, member.avatar_id,
    member.remark, member.disabled, member.created_date,
    coalesce(profile.contact_phone, '') as contact_phone, coalesce(profile.invoice_title, '') as invoice_title,
    coalesce(profile.tax_id, '') as tax_id, profile.id_number_mask,
    -- With a limit, so that it is asked for each member: cards that are lost are never gathered.
    coalesce((select 'loss' from user_card own where own.company_id = member.company_id and own.user_id = member.id
      and own.status = 'lose' and own.closed_time is null limit 1), 'normal') as status,
    (select coalesce(sum(purse.balance_cents), 0)
      from user_card own join ledger_account purse on purse.company_id = own.company_id
        and purse.id = any (array[own.principal_id, own.gift_id, own.lock_id])
      where own.company_id = member.company_id and own.user_id = member.id and own.group_id is null
        and own.closed_time is null)::bigint as balance_cents,
    (select coalesce(sum(purse.balance_cents), 0)
      from user_card own join ledger_account purse on purse.company_id = own.company_id and purse.id = own.lock_id
      where own.company_id = member.company_id and own.user_id = member.id and own.group_id is null
        and own.closed_time is null)::bigint as frozen_cents,
    (select count(*) from user_card own where own.company_id = member.company_id and own.user_id = member.id
      and own.closed_time is null and own.service is null)::integer as card_count,
    (select string_agg(plates_of(own.range_of_use), ' ' order by own.id) from user_card own
      where own.company_id = member.company_id and own.user_id = member.id and own.closed_time is null
        and plates_of(own.range_of_use) is not null) as plates,
    coalesce((select true from member_wechat bound where bound.company_id = member.company_id and bound.user_id = member.id limit 1), false)
      as wechat_bound,
    bought.day as last_purchase_day
  from user_account member
  left join member_profile profile on profile.company_id = member.company_id and profile.user_id = member.id
  left join member_last_purchase bought on bought.company_id = member.company_id and bought.user_id = member.id
  where not member.is_staff and member.merged_into_id is null and member.former_date is null;
grant select on member_state to forecourt_app;
