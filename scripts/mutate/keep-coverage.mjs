// Loaded into the processes of a test run: vitest ends its workers by a signal, before Node would write what it covered.
import { takeCoverage } from 'node:v8'

process.once('SIGTERM', () => {
  takeCoverage()
  process.exit(143)
})
