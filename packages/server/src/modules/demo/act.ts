import { devicePermissions, permissions, permissionsOf, type Endpoint, type Returned, type Role, type Sent } from '@forecourt/contract'
import { execute, systemActor, type Actor, type Ctx, type RequestMeta, type Handler } from '../../platform/execution/command.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { assert } from '../../platform/execution/refusal.ts'
import { everyModule } from '../../platform/module.ts'

const meta: RequestMeta = { requestId: 'demo', language: 'zh', ip: '127.0.0.1', userAgent: 'demo', secure: false }

/** A company of the demo, and the one connection that it is built through. */
export interface Stage {
  readonly db: Database
  readonly companyId: number
  readonly zone: string
}

/** Does what a person or a device of the demo did at that moment, as the product does it for anyone. */
export async function act<E extends Endpoint>(stage: Stage, by: Actor, at: Date, endpoint: E, sent: Sent<E>): Promise<Returned<E>> {
  const handler = everyModule()
    .flatMap(({ handlers = [] }) => handlers)
    .find(each => each.endpoint === endpoint)
  assert(handler, `the demo knows ${endpoint.method} ${endpoint.path}`)
  const { body, query, ...rest } = sent as { body?: unknown; query?: unknown }
  const input = {
    ...rest,
    ...(endpoint.body && { body: endpoint.body.parse(body ?? {}) }),
    ...(endpoint.query && { query: endpoint.query.parse(query ?? {}) }),
  }
  const answer = await execute(stage.db, handler, by, meta, at, input)
  return answer.value as Returned<E>
}

/** Sets the scene in one transaction of the company. */
export async function within<T>(stage: Stage, at: Date, run: (ctx: Ctx) => Promise<T>): Promise<T> {
  let result!: T
  const scene = {
    endpoint: { method: 'POST', path: '/demo', permission: 'public', rows: true },
    run: async (ctx: Ctx) => {
      result = await run(ctx)
    },
  } as unknown as Handler
  await execute(stage.db, scene, theProduct(stage), meta, at, {})
  return result
}

export const theProduct = ({ companyId, zone }: Stage): Actor => systemActor(companyId, 'demo', zone, Object.keys(permissions))

export const person = ({ companyId, zone }: Stage, id: number, role: Role, stationId: number): Actor => ({
  kind: 'user',
  id,
  key: `user:${id}`,
  companyId,
  companyIds: [companyId],
  role,
  permissions: permissionsOf(role),
  stationIds: [stationId],
  stationId,
  readOnly: false,
  zone,
})

export const machine = ({ companyId, zone }: Stage, id: number, stationId: number): Actor => ({
  kind: 'device',
  id,
  key: `device:${id}`,
  companyId,
  companyIds: [companyId],
  permissions: devicePermissions,
  stationIds: [stationId],
  stationId,
  readOnly: false,
  zone,
})
