import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { brokerHookOf } from '../modules/live/index.ts'
import { actorBehind, handlers } from '../modules/index.ts'
import { serve } from '../platform/http/http.ts'
import { openAskingBroker, secret, type AskingBroker } from './broker-outside.ts'
import { db, noon } from './world.ts'

const product = await serve(handlers, {
  db,
  clock: () => noon,
  secure: false,
  authenticate: actorBehind(15),
  brokerHook: { secret, hook: brokerHookOf(db, () => noon) },
})
await product.listen({ port: 0, host: '127.0.0.1' })
const calls = `http://127.0.0.1:${(product.server.address() as AddressInfo).port}/api/v1/live`
afterAll(() => product.close())

export const ask = (path: string, body: object, authorization = `Bearer ${secret}`) =>
  fetch(`${calls}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(body),
  })
export const allows = async (path: string, body: object) => (await ask(path, body)).status === 200

/** A broker that asks the product of this file. */
export const askingBroker = (): Promise<AskingBroker> => openAskingBroker(allows)
