// Notes how long a worker is at each file of tests, imports and hooks included, for the table that npm test draws by (draw-tests.ts).
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { root } from './test-near.ts'

export default class SecondsReporter implements Reporter {
  readonly #seconds: Record<string, number> = {}

  onTestModuleEnd(module: TestModule): void {
    const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic()
    const all = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration
    this.#seconds[relative(root, module.moduleId).replaceAll('\\', '/')] = all / 1000
  }

  onTestRunEnd(): void {
    const file = process.env['TEST_SECONDS']
    if (!file) return
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(this.#seconds))
  }
}
