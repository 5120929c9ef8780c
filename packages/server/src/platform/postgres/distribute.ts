import pg from 'pg'
import { migrate } from './migrate.ts'
import { noteUnkept } from './unkept.ts'

/** The database is none that can be spread over several machines, or not as it is. */
export class DistributeRefused extends Error {}

/** How each machine takes statements, said of the database there. */
export const machineSettings: readonly string[] = [
  'citus.allow_nested_distributed_execution = on',
  'citus.enable_unsafe_triggers = on',
  `citus.propagate_set_commands = 'local'`,
  // What concerns companies on several machines uses one connection to each: then it may change what every machine has a copy of.
  `citus.multi_shard_modify_mode = 'sequential'`,
  `app.plans = 'force_custom_plan'`,
]

/** Tables of no company that those of companies refer to, or are joined with: every machine has a copy. All others stay where they are. */
const copied = ['card_supplier', 'card_uuid', 'company_directory', 'company_group', 'company_group_member', 'system_config', 'clock_fault']
/** Ids say on which machine they were drawn: so many there may be. */
const machinesMax = 32

/**
 * Spreads a database over the machines of a Citus cluster, by the company: rows of one company lie together on one machine. What is there
 * already is moved. No server may be connected. Cut short, it goes on with the next call; called again after a machine was added, it makes
 * that one ready. @param url of the coordinator, as its superuser @returns how many tables are spread @throws DistributeRefused
 */
export async function distribute(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC -c statement_timeout=0' })
  client.on('error', () => {})
  await client.connect()
  try {
    await requireCoordinator(client)
    if (!(await planned(client))) {
      await migrate(url)
      await plan(client)
    }
    await prepareMachines(client)
    await client.query('set citus.enable_unsafe_triggers = on')
    await client.query('set client_min_messages = error')
    const { rows } = await client.query<{ n: number; statement: string }>('select n, statement from distribution where not done order by n')
    for (const { n, statement } of rows) {
      await client.query('begin')
      await client.query(statement)
      await client.query('update distribution set done = true where n = $1', [n])
      await client.query('commit')
    }
    // Functions that were made before the tables were spread are not on the other machines yet.
    await client.query('update routine set checksum = $1 where not exists (select from distribution where not done)', [''])
    await migrate(url)
    const spread = await client.query<{ tables: number }>(`select count(*)::int as tables from pg_dist_partition where partmethod = 'h'`)
    return spread.rows[0]!.tables
  } finally {
    await client.end()
  }
}

/** Whether this database is the coordinator of a cluster of Citus with machines that hold data, spread already or not. */
export async function isCoordinator(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ citus: boolean }>(`select exists (select from pg_extension where extname = 'citus') as citus`)
    if (!rows[0]!.citus) return false
    const machines = await client.query<{ some: boolean }>(
      `select citus_is_coordinator() and exists (select from pg_dist_node where groupid <> 0 and shouldhaveshards) as some`,
    )
    return machines.rows[0]!.some
  } finally {
    await client.end()
  }
}

async function requireCoordinator(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ citus: boolean }>(`select exists (select from pg_extension where extname = 'citus') as citus`)
  if (!rows[0]!.citus)
    throw new DistributeRefused(
      'The database has no Citus: create extension citus on every machine, then add the machines (docs/operation.md).',
    )
  const { rows: machines } = await client.query<{ coordinator: boolean; machines: number; places: number }>(
    `select citus_is_coordinator() as coordinator, count(*) filter (where shouldhaveshards)::int as machines,
       count(distinct groupid % ${machinesMax})::int - count(distinct groupid)::int as places
     from pg_dist_node where noderole = 'primary'`,
  )
  const { coordinator, machines: workers, places } = machines[0]!
  if (!coordinator || workers === 0)
    throw new DistributeRefused(
      'Name the coordinator of the cluster, and add the machines that are to hold data before: select citus_add_node(…).',
    )
  if (places < 0)
    throw new DistributeRefused(`Two machines would draw the same ids: their numbers in pg_dist_node are equal modulo ${machinesMax}.`)
}

async function planned(client: pg.Client): Promise<boolean> {
  return (await client.query<{ there: boolean }>(`select to_regclass('distribution') is not null as there`)).rows[0]!.there
}

/** What is to be spread, and what stands in the way of it. */
async function tablesOf(client: pg.Client) {
  const { rows: tables } = await client.query<{ name: string; column: string }>(
    `select relname as name, case relname when 'company' then 'id' else 'company_id' end as column from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and (relname = 'company' or exists (
       select from pg_attribute where attrelid = pg_class.oid and attname = 'company_id' and not attisdropped))
     order by relname <> 'company', relname`,
  )
  const spread = new Map(tables.map(({ name, column }) => [name, column]))
  const { rows: references } = await client.query<{ from: string; to: string; first: string; name: string; says: string }>(
    `select conrelid::regclass::text as "from", confrelid::regclass::text as "to", quote_ident(conname) as name,
       pg_get_constraintdef(pg_constraint.oid) as says, attname as first
     from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 3`,
  )
  const elsewhere = references.filter(({ from, to }) => spread.has(from) || spread.has(to) || copied.includes(from) || copied.includes(to))
  const kept = elsewhere.filter(
    ({ from, to, first }) =>
      (spread.has(from) && (copied.includes(to) || (spread.has(to) && spread.get(from) === first))) ||
      (copied.includes(from) && copied.includes(to)),
  )
  const { rows: triggers } = await client.query<{ on: string; name: string; says: string; reckoned: string[] }>(
    `select tgrelid::regclass::text as "on", quote_ident(tgname) as name, pg_get_triggerdef(pg_trigger.oid) as says,
       array(select quote_ident(attname) from pg_attribute where attrelid = tgrelid and attgenerated <> '') as reckoned
     from pg_trigger join pg_class on pg_class.oid = tgrelid
     where not tgisinternal and relnamespace = 'public'::regnamespace order by 1, 2`,
  )
  const moved = triggers.filter(({ on }) => spread.has(on) || copied.includes(on))
  const { rows: drawn } = await client.query<{ table: string; column: string }>(
    `select adrelid::regclass::text as table, attname as column from pg_attrdef
     join pg_attribute on attrelid = adrelid and attnum = adnum join pg_class on pg_class.oid = adrelid
     where relnamespace = 'public'::regnamespace and pg_get_expr(adbin, adrelid) ~ '^(next_id|nextval)'`,
  )
  const given = drawn.filter(({ table }) => spread.has(table) && table !== 'company')
  const { rows: partly } = await client.query<{ table: string; others: string }>(
    `select relname as table, string_agg(quote_ident(attname), ', ') filter (where attacl is null and attgenerated = '') as others
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     where relnamespace = 'public'::regnamespace and relkind = 'r' group by relname having count(attacl) > 0`,
  )
  const { rows: exclusions } = await client.query<{ on: string; name: string; says: string }>(
    `select conrelid::regclass::text as "on", quote_ident(conname) as name, pg_get_constraintdef(oid) as says from pg_constraint
     where contype = 'x' and connamespace = 'public'::regnamespace order by 1, 2`,
  )
  return { spread, elsewhere, kept, moved, given, partly, excluded: exclusions.filter(({ on }) => spread.has(on)) }
}

/** Ranges of one number compare companies where no extension is at hand; a spread table wants to see that they are equal. */
const byEquality = (says: string): string => says.replaceAll(/int8range\((\w+), \1, '\[\]'(?:::text)?\) WITH &&/g, '$1 WITH =')

/**
 * A trigger that also stands against `truncate` reaches no part of a table: it is made once for the parts, and once for the whole. And it
 * names no column that is reckoned from others: beside a trigger for each row, every change of a part would seem to change those.
 */
function byParts({ name, says: given, reckoned }: { name: string; says: string; reckoned: readonly string[] }): string[] {
  const says = reckoned.reduce((text, column) => text.replace(`, ${column},`, ',').replace(`, ${column} `, ' '), given)
  const [, both] = / (BEFORE|AFTER) \S.* OR TRUNCATE /.exec(says) ?? []
  if (!both) return [says]
  const whole = says
    .replace(`TRIGGER ${name} `, `TRIGGER ${name.replaceAll('"', '')}_whole `)
    .replace(/ (BEFORE|AFTER) .* ON /, ` ${both} TRUNCATE ON `)
  return [says.replace(' OR TRUNCATE', ''), whole]
}

/** Writes down what is to be done, from what the tables are now: half done, they would no longer say it. */
async function plan(client: pg.Client): Promise<void> {
  const { spread, elsewhere, kept, moved, given, partly, excluded } = await tablesOf(client)
  const statements = [
    ...elsewhere.map(({ from, name }) => `alter table ${from} drop constraint ${name}`),
    ...moved.map(({ on, name }) => `drop trigger ${name} on ${on}`),
    ...excluded.map(({ on, name }) => `alter table ${on} drop constraint ${name}`),
    // What is unique over all companies is so in the directory, of which every machine has a copy.
    'alter table company drop constraint "company.codeTaken"',
    'alter table company_directory rename constraint company_directory_pkey to "company.codeTaken"',
    // A default that is drawn is drawn on the coordinator, and the row sent there and back: a trigger draws it where the row is inserted.
    ...given.map(({ table, column }) => `alter table ${table} alter ${column} drop default`),
    nextId,
    ...drawers,
    ...copied.map(name => `select create_reference_table('${name}')`),
    `select create_distributed_table('company', 'id')`,
    ...[...spread.keys()].slice(1).map(name => `select create_distributed_table('${name}', 'company_id', colocate_with => 'company')`),
    ...given.map(
      ({ table, column }) => `create trigger "0 ${column}" before insert on ${table}
        for each row when (new.${column} is null) execute function draw_${column}()`,
    ),
    // A right to some columns does not reach the parts of a table: it is given for the whole, and a trigger refuses the others.
    ...partly.flatMap(({ table, others }) => [
      `create trigger "0 final" before update of ${others} on ${table} for each row execute function column_is_final()`,
      `grant update on ${table} to forecourt_app`,
    ]),
    // What a reference does when its row goes is done by its module before.
    ...kept.map(({ from, name, says }) => `alter table ${from} add constraint ${name} ${says.replace(/ ON DELETE SET NULL \(\w+\)/, '')}`),
    ...(excluded.length > 0 ? ['create extension if not exists btree_gist'] : []),
    ...excluded.map(({ on, name, says }) => `alter table ${on} add constraint ${name} ${byEquality(says)}`),
    ...moved.flatMap(byParts),
  ]
  await client.query('begin')
  await noteUnkept(
    client,
    elsewhere.filter(each => !kept.includes(each)).map(({ name }) => name),
  )
  await client.query('create table distribution (n int primary key, statement text not null, done boolean not null default false)')
  await client.query(
    'insert into distribution (n, statement) select n, statement from unnest($1::text[]) with ordinality as of (statement, n)',
    [statements],
  )
  await client.query('commit')
}

/**
 * Unique on all machines, and as old as it says to an eighth of a second: each draws from a sequence of its own, which steps over those of
 * the others. 16,384 ids in 128 milliseconds on each of 32 machines.
 */
const nextId = `create or replace function next_id() returns bigint language sql as $$
  select (floor(extract(epoch from clock_timestamp()) * 1000 / 128)::bigint * 128 - 1704067200000) * 4096 + nextval('id_turn') % 524288 $$`
const drawers = [
  `create or replace function draw_id() returns trigger language plpgsql as $$ begin new.id := next_id(); return new; end $$`,
  // The turn of an entry among those of its accounts, which are locked: by the clock, for its company may move to another machine.
  `create or replace function draw_n() returns trigger language plpgsql as $$ begin
     new.n := floor(extract(epoch from clock_timestamp()) * 1000000)::bigint * 4 + nextval('id_turn') / ${machinesMax} % 4;
     return new;
   end $$`,
  `create or replace function column_is_final() returns trigger language plpgsql as $$ begin
     raise 'permission denied for these columns of %', regexp_replace(tg_table_name, '_\\d+$', '') using errcode = 'insufficient_privilege';
   end $$`,
]

/** What each machine has of its own: the sequence of its ids, and how it takes statements. */
async function prepareMachines(client: pg.Client): Promise<void> {
  const each = `do $machine$
    declare
      setting text;
    begin
      set local citus.enable_ddl_propagation = off;
      if (select min_value is distinct from 0 from pg_sequences where schemaname = 'public' and sequencename = 'id_turn') is not false then
        drop sequence if exists public.id_turn;
        execute format('create sequence public.id_turn increment ${machinesMax} minvalue 0 start %s cycle',
          (select groupid % ${machinesMax} from pg_dist_local_group));
      end if;
      grant usage on sequence public.id_turn to forecourt_app;
      foreach setting in array array[${machineSettings.map(setting => pg.escapeLiteral(setting)).join(', ')}] loop
        execute format('alter database %I set %s', current_database(), setting);
      end loop;
    end $machine$`
  await client.query('alter role forecourt_app login')
  const { rows } = await client.query<{ success: boolean; result: string }>(
    'select success, result from run_command_on_all_nodes($1, parallel => false)',
    [each],
  )
  const failed = rows.find(({ success }) => !success)
  if (failed) throw new DistributeRefused(`A machine of the cluster could not be made ready: ${failed.result}`)
}
