import { defineConfig } from 'vitest/config'

const database = './packages/server/src/testing/global-setup.ts'

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'server', include: ['packages/{contract,server}/src/**/*.test.ts'], globalSetup: [database] } },
      { extends: true, test: { name: 'web-unit', include: ['packages/web/src/**/*.test.{ts,tsx}'] } },
      { extends: true, test: { name: 'tidy', include: ['scripts/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'acceptance',
          include: ['packages/acceptance/src/**/*.test.ts'],
          globalSetup: ['./packages/acceptance/src/global-setup.ts'],
          testTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
})
