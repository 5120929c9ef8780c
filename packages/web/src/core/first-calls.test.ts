import { endpoints } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { homeCalls, pictureCalls, sessionCalls, settingCalls, stationCalls } from './first-calls.ts'

const early = [sessionCalls, stationCalls, pictureCalls, settingCalls, homeCalls].flatMap(calls => Object.entries(calls))

test.each(early)('%s goes where the contract says, and is asked for everyone whom the contract lets', (_, { method, path, permission }) => {
  const meant = endpoints.find(each => each.method === method && each.path === path)
  expect({ permission, idempotent: false }).toEqual({ permission: meant?.permission, idempotent: meant?.idempotent ?? false })
})
