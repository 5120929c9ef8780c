import { defineConfig } from 'vitest/config'

const database = './packages/server/src/testing/global-setup.ts'
/** What Node reads by itself it is left to: nothing is transformed before it, and what it compiled once is kept for the next file. */
const byNode = { viteModuleRunner: false, nodeLoader: false }

const source = 'packages/{contract,server}/src/**/*.test.ts'
/** They put resources of their own in the place of the product's, or begin with no statement prepared. */
const alone = 'packages/server/src/platform/{search/{examples,list,property,safety},postgres/client}.test.ts'
const walls = 'packages/server/src/{matrix,hostile}/*.test.ts'
/** Rare tests that this run has not drawn; a project with files of its own to leave out does not hear of the command's `--exclude`. */
const leftOut = process.env['LEFT_OUT']?.split(',').filter(Boolean) ?? []
const server = { experimental: byNode, globalSetup: [database] }
/** Files of a worker share the modules of the product; what is made for tests is read anew for each of them. */
const shared = { ...server, isolate: false, setupFiles: ['./packages/server/src/testing/own-modules.ts'] }

const faults = 'packages/acceptance/src/faults/*.test.ts'
const stories = {
  experimental: byNode,
  include: ['packages/acceptance/src/**/*.test.ts'],
  globalSetup: ['./packages/acceptance/src/global-setup.ts'],
  testTimeout: 400_000,
}

export default defineConfig({
  test: {
    // They bound what never ends. How long something takes is for the machine that it is measured on.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    // What is waited for comes at once on a machine that has nothing else to do; it costs only where it does not come.
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 2,
    projects: [
      { extends: true, test: { ...shared, name: 'server', include: [source], exclude: [walls, alone, ...leftOut] } },
      { extends: true, test: { ...server, name: 'alone', include: [alone] } },
      // Who may what, and bad input: each file has the demo companies in its database.
      { extends: true, test: { ...shared, name: 'walls', include: [walls], provide: { demo: true } } },
      {
        extends: true,
        define: { __REVISION__: JSON.stringify('') },
        test: { name: 'web-unit', include: ['packages/web/*.test.ts', 'packages/web/src/**/*.test.{ts,tsx}'] },
      },
      { extends: true, test: { name: 'simulator', experimental: byNode, include: ['packages/simulator/src/**/*.test.ts'] } },
      { extends: true, test: { name: 'device-service', experimental: byNode, include: ['packages/device-service/src/**/*.test.ts'] } },
      { extends: true, test: { name: 'tidy', include: ['scripts/**/*.test.ts'] } },
      // Files of a worker share its modules and its browser (app-fixture.ts); each has a product of its own.
      { extends: true, test: { ...stories, name: 'acceptance', exclude: [faults], isolate: false } },
      // Here a machine that stalls for a minute is told from a product that does. A story may be run once more; one that needs it twice
      // in ten runs fails (run-checks.mjs).
      { extends: true, test: { ...stories, name: 'faults', include: [faults], retry: 1 } },
    ],
  },
})
