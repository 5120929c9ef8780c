import Fastify from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { cutSlowBodies } from './slow-body.ts'

test('a server that has ended hangs up on nobody whose body was never read', async () => {
  const lines: string[] = []
  const app = Fastify({ logger: { level: 'info', stream: { write: line => void lines.push(line) } } })
  cutSlowBodies(app, 50)
  app.addHook('onRequest', (_request, reply, next) => (reply.code(401).send({ code: 'signedOut' }), next()))
  app.post('/', () => 'never')
  expect((await app.inject({ method: 'POST', url: '/', payload: { name: 'x' } })).statusCode).toBe(401)
  await app.close()
  await pause(100)
  expect(lines.filter(line => line.includes('a body took too long'))).toEqual([])
})
