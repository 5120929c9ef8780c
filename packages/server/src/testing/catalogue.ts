import type pg from 'pg'

/** Tables without a company, and why there is none: all companies share them, or they stand before any company is known. */
const shared = ['card_supplier', 'card_uuid', 'company', 'company_directory', 'company_group', 'company_group_member', 'system_config']
const local = [
  'clock_fault',
  'display',
  'invitation',
  'lease',
  'login_attempt',
  'login_code',
  'master_key',
  'migration',
  'relay_position',
  'routine',
  'session',
]
/** Rows that nothing refers to and that are not told apart. */
const withoutKey = ['history_problem']
/** Who does this may belong to another company than the one it is done in: to a head office. It is named in a column of its own. */
const ofAnotherCompany = [
  'card_batch',
  'card_import',
  'display',
  'employee_import',
  'export',
  'history_import',
  'member_import',
  'pin_proof',
  'saved_view',
]

/** The turn of an entry among those of its accounts, drawn while these are locked: ids of one millisecond are in no order. */
const inTurn = ['ledger_entry.n']

const companies = `current_setting('app.companies'::text, true)`
const wall = (column: string) =>
  `(((${column})::text = ${companies}) OR (${companies} = 'all'::text) OR ` +
  `(NULLIF(strpos(((','::text || ${companies}) || ','::text), ((','::text || (${column})::text) || ','::text)), 0) IS NOT NULL))`
const list = (names: readonly string[]) => names.map(name => `'${name}'`).join(', ')

/** Each of these says in a sentence what has the wrong shape. `t` are all tables; `tenant` is the column that says whose a row is. */
const rules = [
  `select name || ': has no company, and is not named among the tables that need none' from t
   where tenant is null and name not in (${list([...shared, ...local])})`,

  `select name || ': its primary key does not begin with the company' from t
   where tenant = 'company_id' and name not in (${list(withoutKey)}) and not exists (
     select from pg_index i join pg_attribute a on a.attrelid = indrelid and a.attnum = indkey[0]
     where indrelid = t.oid and attname = 'company_id' and (indisprimary or indisunique and not exists (
       select from pg_index k where k.indrelid = t.oid and k.indisprimary)))`,

  `select name || ': ' || indexrelid::regclass || ' is unique beyond the company' from t join pg_index on indrelid = t.oid
   where tenant = 'company_id' and indisunique and not exists (
     select from pg_attribute a where a.attrelid = t.oid and attname = tenant and a.attnum = any (indkey))`,

  `select t.name || ': ' || conname || ' does not name the company of what it refers to'
   from t join pg_constraint on conrelid = t.oid and contype = 'f' join t as r on r.oid = confrelid and r.tenant = 'company_id'
   where not exists (
     select from unnest(conkey, confkey) as pair (own, theirs)
     join pg_attribute a on a.attrelid = conrelid and a.attnum = own join pg_attribute b on b.attrelid = confrelid and b.attnum = theirs
     where b.attname = 'company_id' and (a.attname = coalesce(t.tenant, 'company')
       or a.attname = 'user_company' and r.name = 'user_account' and t.name in (${list(ofAnotherCompany)})))`,

  `select t.name || ': ' || conname || ' is not validated' from t join pg_constraint on conrelid = t.oid
   where contype = 'f' and not convalidated`,

  `select name || ': the tenant wall is ' || coalesce(string_agg(pg_get_expr(polqual, polrelid), ' and '), 'not there')
   from t left join pg_policy on polrelid = t.oid where tenant is not null group by name, tenant, t.oid
   having count(*) filter (where polcmd = '*' and polpermissive and polroles = '{0}' and polwithcheck is null
     and pg_get_expr(polqual, polrelid) = case tenant when 'id' then $$${wall('id')}$$ else $$${wall('company_id')}$$ end) <> 1
     or count(*) <> 1 or not (select relrowsecurity and relforcerowsecurity from pg_class where pg_class.oid = t.oid)`,

  `select name || ': the default of ' || attname || ' is drawn from a sequence' from t
   join pg_attrdef on adrelid = t.oid join pg_attribute a on a.attrelid = t.oid and a.attnum = adnum
   where pg_get_expr(adbin, adrelid) like '%nextval%' and name || '.' || attname not in (${list(inTurn)})`,

  `select name || ': ' || attname || ' is an identity' from t join pg_attribute a on a.attrelid = t.oid where attidentity <> ''`,
]

/** What in this database lacks the shape that keeps companies apart, a sentence each. */
export async function misshapen(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ wrong: string }>(`
    with t as (
      select oid, relname as name, case when relname = 'company' then 'id' else (
        select attname from pg_attribute where attrelid = pg_class.oid and attname = 'company_id' and not attisdropped) end as tenant
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    )
    select wrong from (${rules.join(' union all ')}) as found (wrong) order by 1`)
  return rows.map(({ wrong }) => wrong)
}
