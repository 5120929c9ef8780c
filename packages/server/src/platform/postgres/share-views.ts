import type pg from 'pg'

/**
 * Says on each other machine which views the application may read: there it has the views, and functions that read them, but not the
 * rights that were given on the coordinator.
 */
export async function shareViews(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ success: boolean; result: string }>(`
    select success, result from (
      select coalesce(string_agg(format('if to_regclass(%1$L) is not null then grant select on %1$s to forecourt_app; end if;',
        pg_class.oid::regclass), ' '), '') as grants
      from pg_class where relkind = 'v' and relnamespace in ('public'::regnamespace, 'audit'::regnamespace)
        and has_table_privilege('forecourt_app', oid, 'select')
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    ) as said, lateral run_command_on_workers(
      format('do $views$ begin set local citus.enable_ddl_propagation = off; %s end $views$', grants)) as done`)
  const failed = rows.find(({ success }) => !success)
  if (failed) throw new Error(`Views could not be shared with a machine of the cluster: ${failed.result}`)
}
