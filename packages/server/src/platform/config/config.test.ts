import { expect, test } from 'vitest'
import { readConfig, WrongSettings } from './config.ts'

test('nothing needs to be set, and an empty variable is an absent one', () => {
  expect(readConfig({})).toEqual(readConfig({ PORT: '', DATABASE_URL: '' }))
  expect(readConfig({})).toMatchObject({ port: 8080, host: '127.0.0.1', mode: 'development', logLevel: 'warn', secure: false })
  expect(readConfig({ NODE_ENV: 'production', PUBLIC_URL: 'https://forecourt.example.com' })).toMatchObject({
    logLevel: 'info',
    secure: true,
  })
})

test('the master key lies outside the data folder', () => {
  const { dataDir, masterKey } = readConfig({ DATA_DIR: '/srv/forecourt' })
  expect(dataDir).toBe('/srv/forecourt')
  expect(masterKey.file).toBe('/srv/forecourt.key')
})

const outside = { MQTT_URL: 'mqtt://a:b@broker', MQTT_PAGES_URL: 'ws://broker:8083/mqtt', MQTT_HOOK_SECRET: 'x'.repeat(32) }
test('a broker outside is where pages connect', () => {
  const { outside: read, policy } = readConfig(outside)
  expect([read?.pages, policy.outside]).toEqual(['ws://broker:8083/mqtt', 'ws://broker:8083/mqtt'])
})

test.each([
  [{ PORT: 'eighty' }, 'PORT is a port, 0 to 65535; 0 takes a free one; it is set to "eighty".'],
  [{ PORT: '65536' }, 'PORT is a port'],
  [{ PORT: '80.5' }, 'PORT is a port'],
  [{ PUBLIC_URL: 'forecourt.example.com' }, 'PUBLIC_URL is an address like https://forecourt.example.com'],
  [{ PUBLIC_URL: 'ftp://forecourt.example.com' }, 'PUBLIC_URL is an address like'],
  [{ DATABASE_URL: 'mysql://localhost' }, 'DATABASE_URL is an address like postgres://'],
  [{ DATABASE_DIRECT_URL: 'postgres://localhost/forecourt' }, 'DATABASE_DIRECT_URL stands beside DATABASE_URL, which is not set.'],
  [{ DATABASE_CONNECTIONS: '0' }, 'DATABASE_CONNECTIONS is a number from 1 to 500'],
  [{ DATABASE_CONNECTIONS: 'many' }, 'DATABASE_CONNECTIONS is a number from 1 to 500'],
  [{ SOURCE_CALLS_PER_MINUTE: '-1' }, 'SOURCE_CALLS_PER_MINUTE is a number from 0 to 1000000; 0 is no limit'],
  [{ DATA_DIR: '/srv/a', ARCHIVE_DIR: '/srv/a/wal' }, 'ARCHIVE_DIR lies within DATA_DIR, and would be lost with it'],
  [{ DATABASE_URL: 'postgres://localhost/a', ARCHIVE_DIR: '/srv/wal' }, 'ARCHIVE_DIR is for the embedded PostgreSQL'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN has at least 16 characters; it is set to "…".'],
  [{ MQTT_URL: 'mqtt://broker:1883' }, 'MQTT_URL is an address like mqtts://user:password@'],
  [{ MQTT_URL: 'mqtt://a:b@broker:1883' }, 'MQTT_URL, MQTT_PAGES_URL and MQTT_HOOK_SECRET are set together'],
  [{ MQTT_HOOK_SECRET: 'short' }, 'MQTT_HOOK_SECRET has at least 32 characters, and no blank; it is set to "…".'],
  [{ ...outside, PUBLIC_URL: 'https://forecourt.example.com' }, 'MQTT_PAGES_URL begins with wss: where pages come over https.'],
  [{ NODE_ENV: 'staging' }, 'NODE_ENV is development, production or test'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is trace, debug, info, warn, error, fatal or silent'],
])('a wrong setting is reported in a sentence: %j', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(WrongSettings)
  expect(() => readConfig(env)).toThrow(sentence)
})

test('every wrong setting is reported at once', () => {
  expect(() => readConfig({ PORT: 'eighty', NODE_ENV: 'staging' })).toThrow(/PORT .*\nNODE_ENV /)
})

test('a password in an address that is refused is not shown', () => {
  expect(() => readConfig({ DATABASE_URL: 'postgers://app:open-sesame@db/forecourt' })).toThrow(/^(?!.*open-sesame)/s)
})
