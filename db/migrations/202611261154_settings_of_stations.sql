-- compatible
-- The names of the settings of a station and of its company are drawn from both at once: a database of several machines refuses to unite
-- them row by row, for the stations of many companies.
create or replace view station_setting with (security_invoker = true) as
  select ('x' || substr(md5(station.id || ':' || keys.name), 1, 12))::bit(48)::bigint + 1 as id, station.company_id,
    station.id as station_id, keys.name,
    case keys.name when 'otherTradeType' then 'payment' when 'webChargeTradeType' then 'payment' when 'unionCard' then 'payment'
      when 'package' then 'package' when 'search' then 'pages' when 'homePage' then 'pages' when 'device' then 'pages' end as category,
    coalesce(station.config -> keys.name, company.config -> keys.name) as value,
    case when station.config ? keys.name then 'station' else 'company' end as set_by
  from station
  join company on company.id = station.company_id
  cross join lateral jsonb_object_keys(station.config || (company.config - '{debitCard,passwords}'::text[])) as keys (name);
