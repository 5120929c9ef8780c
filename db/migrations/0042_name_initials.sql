-- compatible
-- The command box finds people by the initials of their names: 王小芳 by wxf, Wang Fang by wf. What is derived from a name is kept beside
-- it, so that an index reaches it behind the tenant wall, where only plain comparisons of columns may.

-- The initial of a character as Chinese surnames are read; the order of pinyin knows one reading of each character. A database without
-- the collations of ICU still finds names in letters.
do $$
begin
  execute format($made$
    create function initials_of(words text) returns text language sql immutable strict parallel safe as $body$
      select coalesce(string_agg(initial, '' order by at), '') from (
        select at, case
          when letter ~ '[a-z0-9]' then case when at = 1 or substr(lower(words), at - 1, 1) !~ '[a-z0-9]' then letter else '' end
          when letter !~ '[一-龥]' then ''
          else coalesce(
            (string_to_array('z,s,x,s,s,c,q,o,z,s', ','))[nullif(strpos('曾单解盛石车仇区查沈', letter), 0)],
            %s, '')
        end as initial
        from generate_series(1, length(words)) at, lateral (select substr(lower(words), at, 1) as letter) each
      ) as letters
    $body$ $made$,
    case when exists (select from pg_collation where collname = 'zh-x-icu') then
      $icu$(select substr('abcdefghjklmnopqrstwxyz', max(step), 1) from generate_series(1, 23) step
        where substr('阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨他穵夕丫帀', step, 1) collate "zh-x-icu" <= letter collate "zh-x-icu")$icu$
    else 'null' end);
end $$;
grant execute on function initials_of to forecourt_app;

alter table user_account add column initials text generated always as (initials_of(name)) stored;
create index on user_account (company_id, initials);
