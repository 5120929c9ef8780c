import { expect, test } from 'vitest'
import { accountOf } from './account.ts'
import { clientName } from './client-name.ts'

// @req ACC-017 ACC-019
test.each([
  [' lin@demo.example ', { email: 'lin@demo.example' }],
  ['13800001002', { mobile: '13800001002' }],
  ['138 0000 1002', { mobile: '13800001002' }],
  ['１３８００００１００２', { mobile: '13800001002' }],
  ['+420777123456', { mobile: '+420777123456' }],
])('%j signs in as %j', (typed, sent) => expect(accountOf(typed)).toEqual(sent))

// @req ACC-019
test.each(['', 'lin', 'lin@', '@demo.example', 'a b@c.d', '12345', '23800001002', '138000010021'])('%j is no account', typed =>
  expect(accountOf(typed)).toBeUndefined(),
)

test('a client is called by its browser and system', () => {
  expect(clientName('web/1.0.1340 Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36')).toBe(
    'Chrome 142 · Windows',
  )
  expect(clientName('web Mozilla/5.0 (iPhone) Version/19.1 Mobile Safari/604.1')).toBe('Safari 19 · iOS')
  expect(clientName('till/2.1')).toBe('till/2.1')
})
